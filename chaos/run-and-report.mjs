/** The functions that stop the parts of the run. The last one added runs first. */
const running = [];
let isInterrupted = false;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
    void stopAll().then(() => process.exit(130));
  });
}

/** Runs once in its own installation and prints the report. If a check or the run fails, the logs and data are kept. */
export async function runAndReport({ place, keep, run, describe }) {
  let isKept = keep;
  running.push(() => (isKept ? undefined : place.remove()));
  try {
    const outcome = await run((stop) => running.push(stop));
    print(describe({ ...outcome, folder: place.folder }));
    if (outcome.results.some(({ violations }) => violations.length > 0)) {
      isKept = true;
      process.exitCode = 1;
    }
  } catch (error) {
    if (!isInterrupted) isKept = true;
    throw error;
  } finally {
    await stopAll();
  }
}

export function print(text) {
  process.stdout.write(text);
}

async function stopAll() {
  for (const stop of running.splice(0).toReversed()) {
    await Promise.resolve(stop()).catch((error) => print(`${error.message}\n`));
  }
}
