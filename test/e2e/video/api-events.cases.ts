import { beforeAll, describe, expect, it } from '@jest/globals';
import { type SseEvent, SseDecoder } from '#sse';
import { eventually } from '../../harness/index.js';
import { type ApiHarness, type GetHarness, TEST_TOKEN, startApiHarness } from './api-harness.js';

interface TaskEvent {
  id: string | undefined;
  task: Record<string, unknown>;
}

/** The events that a client receives, in order. */
class Listener {
  readonly events: TaskEvent[] = [];
  text = '';
  private readonly decoder = new SseDecoder();

  constructor(readonly response: Response) {}

  async listen(): Promise<void> {
    for await (const chunk of this.response.body ?? []) {
      this.text += Buffer.from(chunk).toString();
      for (const { event } of this.decoder.push(chunk))
        if (event !== undefined) this.events.push(toldBy(event));
    }
  }
}

function toldBy({ id, data }: SseEvent): TaskEvent {
  return { id, task: JSON.parse(data) as Record<string, unknown> };
}

const until = (condition: () => boolean): Promise<boolean> => eventually(() => condition() || undefined);

export function describeEvents(harnessed: GetHarness): void {
  describe('the events of a task', () => {
    let harness: ApiHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const watch = async (id: string, headers: Record<string, string> = {}): Promise<Listener> => {
      const url = `${harness.gateway.baseUrl}/video/generations/${id}/events`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${TEST_TOKEN}`, ...headers } });
      return new Listener(response);
    };
    const current = async (id: string): Promise<unknown> =>
      (await harness.call(`/v1/video/generations/${id}`)).body;

    it('report every change, and end when it is finished', async () => {
      const id = await harness.create();
      const listener = await watch(id);
      expect(listener.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      const listening = listener.listen();
      await until(() => listener.events.length === 1);
      expect(listener.events[0]?.task).toEqual(await current(id));
      await harness.begin(id, 30);
      await until(() => listener.events.length === 2);
      expect(listener.events[1]?.task).toEqual(await current(id));
      await until(() => listener.text.includes(': keep-alive'));
      await harness.complete(id);
      await listening;
      expect(listener.events.map(({ task }) => [task['status'], task['progress']])).toEqual([
        ['queued', 0],
        ['in_progress', 30],
        ['completed', 100],
      ]);
      expect(listener.events.at(-1)?.task).toEqual(await current(id));
      expect(listener.events.at(-1)?.id).toBe(String((await harness.getRow(id))['version']));
    });

    it('continue from the last event of a client', async () => {
      const id = await harness.create();
      const first = await watch(id);
      void first.listen().catch(() => undefined);
      await until(() => first.events.length === 1);
      const seen = { 'last-event-id': first.events[0]?.id ?? '' };
      const second = await watch(id, seen);
      const listening = second.listen();
      await harness.fail(id, 500, 'No.');
      await listening;
      expect(second.events.map(({ task }) => task['status'])).toEqual(['failed']);
      const third = await watch(id, seen);
      await third.listen();
      expect(third.events).toEqual(second.events);
      const fourth = await watch(id, { 'last-event-id': second.events[0]?.id ?? '' });
      expect([fourth.response.status, await fourth.response.text()]).toEqual([204, '']);
    });

    it('reach all listeners', async () => {
      const id = await harness.create();
      const listeners = await Promise.all(Array.from({ length: 20 }, () => watch(id)));
      const listening = listeners.map((listener) => listener.listen());
      await until(() => listeners.every(({ events }) => events.length === 1));
      await harness.complete(id);
      await Promise.all(listening);
      const [first] = listeners;
      for (const { events } of listeners) expect(events).toEqual(first?.events);
    });

    it('end when the task is deleted', async () => {
      const id = await harness.create();
      const listener = await watch(id);
      const listening = listener.listen();
      await until(() => listener.events.length === 1);
      await harness.gateway.database.query('DELETE FROM video_tasks WHERE id = $1', [id]);
      await listening;
      expect(listener.events).toHaveLength(1);
    });

    it('need no request body', async () => {
      const id = await harness.create();
      const { status } = await harness.call(`/v1/video/generations/${id}/events`, { method: 'HEAD' });
      expect(status).toBe(200);
    });

    it('end cleanly when the gateway stops, so that clients reconnect to another one', async () => {
      const stopping = await startApiHarness();
      const id = await stopping.create();
      const url = `${stopping.gateway.baseUrl}/video/generations/${id}/events`;
      const listener = new Listener(await fetch(url, { headers: { authorization: `Bearer ${TEST_TOKEN}` } }));
      const listening = listener.listen();
      await until(() => listener.events.length === 1);
      await Promise.all([listening, stopping.stop()]);
      expect(listener.events).toHaveLength(1);
    });
  });
}
