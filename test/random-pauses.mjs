// Lets this process stand still at random moments, as a busy machine does, without keeping its processor busy.
const longestMs = Number(process.env.LONGEST_PAUSE_MS ?? 1200);
const realTimeout = setTimeout;
const cell = new Int32Array(new SharedArrayBuffer(4));

function pauseLater() {
  realTimeout(() => {
    const isLong = Math.random() < 0.3;
    Atomics.wait(cell, 0, 0, Math.random() * (isLong ? longestMs : 60));
    pauseLater();
  }, Math.random() * 150).unref();
}

pauseLater();
