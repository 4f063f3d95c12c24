const terminalPeriodMs = 1_000;
const linePeriodMs = 5_000;

/**
 * Shows `label` and the elapsed seconds while `work` runs: in one line on a terminal, otherwise in a line every five
 * seconds.
 */
export async function withProgress(label, work, stream = process.stdout) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  const onTerminal = stream.isTTY === true;
  const show = onTerminal
    ? () => stream.write(`\r${label} … ${seconds()} s`)
    : () => stream.write(`${label} … ${seconds()} s\n`);
  stream.write(onTerminal ? `${label} …` : `${label} …\n`);
  const timer = setInterval(show, onTerminal ? terminalPeriodMs : linePeriodMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    show();
    if (onTerminal) stream.write('\n');
  }
}
