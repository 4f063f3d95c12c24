/** Loaded into the API before its start. Reports the used memory after a garbage collection. */
process.on('message', (message) => {
  if (message !== 'measure memory') return;
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ usedMegabytes: (heapUsed + external) / 2 ** 20, residentMegabytes: rss / 2 ** 20 });
});
