import { type Token } from '#access';
import { GatewayError, toAbortSignal } from '#canonical';
import { type VideoTask, isFinished } from '#video-tasks';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../../http/client-connection.js';
import { Drain } from '#http-edge';
import { Injectable } from '@nestjs/common';
import { TaskStream } from './task-stream.js';

const MAX_WATCHERS = 1_000;
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Streams the events of tasks, with a limit on concurrent streams. */
@Injectable()
export class TaskEvents {
  private watchers = 0;

  constructor(
    private readonly stream: TaskStream,
    private readonly drain: Drain,
  ) {}

  async show(
    { token, task }: { token: Token; task: VideoTask },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const seenVersion = readLastEventId(request.headers['last-event-id']);
    if (isFinished(task) && task.version === seenVersion) {
      // After status 204, an EventSource does not connect again.
      void reply.code(204).send();
      return;
    }
    if (this.watchers >= MAX_WATCHERS) throw tooManyWatchers();
    this.watchers += 1;
    try {
      const client = new ClientConnection(reply, this.drain.signal);
      const stream = client.openStream(EVENT_STREAM);
      request.requestContext.work = this.stream.send(
        { token, task, seenVersion, signal: toAbortSignal(client.signal) },
        stream,
      );
      await request.requestContext.work;
    } finally {
      this.watchers -= 1;
    }
  }
}

function readLastEventId(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

function tooManyWatchers(): GatewayError {
  return new GatewayError(
    'rate-limited',
    'Too many task event streams are open on this process. Retrieve the task instead.',
    {
      code: 'too_many_watchers',
      retryAfterSeconds: 5,
    },
  );
}
