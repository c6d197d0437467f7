// Another client of a gateway under attack, on its own thread: time that the attacker keeps its thread busy does not count as a wait.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { pid, url, body } = workerData;
const seen = { asked: 0, answered: 0, longestMs: 0, longestCpuMs: 0, peakMiB: 0 };
let isOver = false;
parentPort.once("message", () => {
  isOver = true;
});

while (!isOver) {
  const started = performance.now();
  seen.asked += 1;
  const cpuAtStart = cpuMs();
  const status = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  }).then(
    (response) => response.text().then(() => response.status),
    // A gateway that is gone gives no answer.
    () => undefined,
  );
  if (status === undefined) {
    seen.longestMs = Number.POSITIVE_INFINITY;
    seen.longestCpuMs = Number.POSITIVE_INFINITY;
    break;
  }
  if (status === 200) seen.answered += 1;
  seen.longestMs = Math.max(seen.longestMs, performance.now() - started);
  seen.longestCpuMs = Math.max(seen.longestCpuMs, cpuMs() - cpuAtStart);
  seen.peakMiB = Math.max(seen.peakMiB, residentMiB());
  await pause(20);
}
parentPort.postMessage(seen);

function cpuMs() {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMiB() {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
