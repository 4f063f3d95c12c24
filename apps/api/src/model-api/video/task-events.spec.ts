import { describe, expect, it } from '@jest/globals';
import { type Token } from '#access';
import { type VideoTask } from '#video-tasks';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Drain } from '#http-edge';
import { TaskEvents } from './task-events.js';
import { type TaskStream } from './task-stream.js';

const WATCHED = { token: {} as Token, task: { status: 'queued', version: 1 } as VideoTask };
const REQUEST = { headers: {} } as FastifyRequest;

describe('TaskEvents', () => {
  it('refuses a stream over the limit with a status', async () => {
    const events = new TaskEvents({} as TaskStream, new Drain());
    Object.assign(events, { watchers: 1_000 });
    await expect(events.show(WATCHED, REQUEST, {} as FastifyReply)).rejects.toMatchObject({
      kind: 'rate-limited',
      code: 'too_many_watchers',
      retryAfterSeconds: 5,
    });
  });
});
