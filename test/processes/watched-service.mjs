import { runService } from '#lifecycle';

/** A service without a server, which blocks in the way that a signal requests. */
const [limits = '{}', stop = 'hangs'] = process.argv.slice(2);

process.on('SIGUSR2', () => {
  const spin = () => Promise.resolve().then(spin);
  void spin();
});

await runService(
  'watched',
  {
    listKnownProviders: () => [],
    start: async () => ({
      close: () => (stop === 'hangs' ? new Promise(() => undefined) : Promise.resolve()),
    }),
  },
  JSON.parse(limits),
);
setInterval(() => undefined, 1_000);
process.stdout.write('up\n');
