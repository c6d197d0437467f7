import type { Output } from "./command-io.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const firstFrameMs = 300;
const frameMs = 80;

/** A sign of life for slow calls; it stays away from what is no terminal and from calls that are quick. */
export function createSpinner(output: Output, text: string): { stop(): void } {
  if (output.isTTY !== true) return { stop: () => undefined };
  let frame = 0;
  let shown = false;
  const draw = () => {
    shown = true;
    output.write(`\r${frames[frame % frames.length]} ${text}`);
    frame += 1;
  };
  let timer = setTimeout(() => {
    draw();
    timer = setInterval(draw, frameMs);
  }, firstFrameMs);
  return {
    stop() {
      clearTimeout(timer);
      if (shown) output.write("\r\u001b[2K");
    },
  };
}
