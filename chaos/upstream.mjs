import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The fake video service in its own process, which is never killed. */
export async function startUpstream(options) {
  const child = fork(new URL('./video-upstream.mjs', import.meta.url), [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port, controlPort }] = await once(child, 'message');
  const control = `http://127.0.0.1:${controlPort}`;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** All videos that it has created. */
    log: async () => (await fetch(`${control}/__log`)).json(),
    plan: async (changes) => {
      const response = await fetch(`${control}/__control`, { method: 'POST', body: JSON.stringify(changes) });
      if (!response.ok) throw new Error(await response.text());
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
