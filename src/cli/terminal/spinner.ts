import type { Output } from "./command-io.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const firstFrameMs = 300;
const frameMs = 80;

/** Shows in a terminal that a call is in flight. A call that takes less than 300 ms draws nothing. */
export function createSpinner(output: Output, text: string): { stop(): void } {
  if (output.isTTY !== true) return { stop: () => undefined };
  let frame = 0;
  let isDrawn = false;
  const draw = () => {
    isDrawn = true;
    const seconds = Math.floor((firstFrameMs + frame * frameMs) / 1000);
    output.write(`\r${frames[frame % frames.length]} ${text}${seconds < 2 ? "" : ` ${seconds} s`}`);
    frame += 1;
  };
  let timer = setTimeout(() => {
    draw();
    timer = setInterval(draw, frameMs);
  }, firstFrameMs);
  return {
    stop() {
      clearTimeout(timer);
      if (isDrawn) output.write("\r\u001b[2K");
    },
  };
}
