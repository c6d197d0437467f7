/** One bar. */
interface Bar {
  readonly label: string;
  readonly value: number;
  /** Ours, to be told apart from the baselines. */
  readonly emphasis: boolean;
}

const rowHeight = 22;
const labelWidth = 220;
const barWidth = 420;

/** Draws horizontal bars as an SVG text that reads on light and dark pages. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const greatest = Math.max(...bars.map((bar) => bar.value), 1);
  const height = 44 + bars.length * rowHeight;
  const rows = bars.map((bar, index) => {
    const y = 36 + index * rowHeight;
    const width = ((bar.value / greatest) * barWidth).toFixed(1);
    return [
      `  <text x="${labelWidth - 8}" y="${y + 13}" text-anchor="end">${escaped(bar.label)}</text>`,
      `  <rect x="${labelWidth}" y="${y}" width="${width}" height="16" fill="${bar.emphasis ? "#0f766e" : "#94a3b8"}"/>`,
      `  <text x="${labelWidth + Number(width) + 6}" y="${y + 13}">${bar.value.toFixed(1)}</text>`,
    ].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="${height}" viewBox="0 0 720 ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#64748b">`,
    `  <text x="12" y="20" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...rows,
    "</svg>",
    "",
  ].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
