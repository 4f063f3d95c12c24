import { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { type GatewayError } from '#canonical';
import { CONFIG, type Config } from '#config';
import { getPath } from '#http-edge';
import { type FailedRequest, RefusalRecorder, readSessionId } from '#relay';
import { Inject, Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { shortenUserAgent } from './client-facts.js';
import { getStatus } from './request-log.js';

/** The model API, and what clients call that leave out the version. */
const MODEL_PATH =
  /^\/(v1|v2|v1beta|v1alpha|upload|chat|completions|responses|messages|embeddings|images|audio|moderations|rerank|realtime|videos?|models)(\/|$)/;
/** Called by upstreams, with a signature in the path. */
const CALLBACKS = '/v1/video/callbacks/';

type Answered = Pick<FailedRequest, 'requestId' | 'error' | 'durationMs' | 'token' | 'status'>;
type InnerRequest = Omit<FailedRequest, 'error'> & { error?: GatewayError | undefined };

/** Records refused requests of the model API, whatever part of this program has answered them. */
@Injectable()
export class RefusedRequests {
  private readonly isBehindProxy: boolean;

  constructor(
    private readonly recorder: RefusalRecorder,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.isBehindProxy = http.trustProxy.length > 0;
  }

  /** For every request over HTTP, when it is over. Within a session the requests on its socket count instead. */
  noteEnd(request: FastifyRequest, reply: FastifyReply): void {
    const { exchange, id: requestId, method } = request;
    const { record, error, session, token, startedAt } = exchange;
    if (error === undefined || session !== undefined) return;
    const path = getPath(request);
    if (!isModelPath(path)) return;
    const durationMs = performance.now() - startedAt;
    const status = getStatus(reply, exchange);
    const { client } = record;
    // A request that is refused before its body is read has only the session of its headers.
    record.sessionId ??= readSessionId(request.headers);
    this.recorder.note({ requestId, error, durationMs, token, record, client, status, method, path });
  }

  /** For a response that was sent before the request had passed the server's hooks. */
  noteEarly(request: IncomingMessage, answered: Answered): void {
    const { method, url = '', socket, headers } = request;
    const client = {
      address: this.findAddress(socket),
      userAgent: shortenUserAgent(headers['user-agent']),
    };
    const record = { attempts: [], sessionId: readSessionId(headers) };
    this.recorder.note({ ...answered, record, client, method, path: getPath({ url }) });
  }

  /** For bytes that are no HTTP request. */
  noteUnreadable(socket: Socket, answered: Omit<Answered, 'durationMs' | 'token'>): void {
    this.recorder.note({ ...answered, durationMs: 0, client: { address: this.findAddress(socket) } });
  }

  /** For every request on a socket, when it is over. */
  noteInner({ error, ...request }: InnerRequest): void {
    if (error !== undefined) this.recorder.note({ ...request, error });
  }

  /** Behind a proxy the address of the connection is that of the proxy. */
  private findAddress({ remoteAddress }: Socket): string | undefined {
    return this.isBehindProxy ? undefined : remoteAddress;
  }
}

/** Whether refusals of requests to this path are recorded. */
export function isModelPath(path: string): boolean {
  return MODEL_PATH.test(path) && !path.startsWith(CALLBACKS);
}
