/** Loaded into the API before it starts: says what memory is in use when all that is garbage has been collected. */
process.on('message', (message) => {
  if (message !== 'measure memory') return;
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ usedMegabytes: (heapUsed + external) / 2 ** 20, residentMegabytes: rss / 2 ** 20 });
});
