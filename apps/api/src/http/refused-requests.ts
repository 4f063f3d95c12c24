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

/** Paths of the model API, also without the version, which some clients omit. */
const MODEL_PATH =
  /^\/(v1|v2|v1beta|v1alpha|upload|chat|completions|responses|messages|embeddings|images|audio|moderations|rerank|realtime|videos?|models)(\/|$)/;
/** Called by upstreams, with a signature in the path. */
const CALLBACK_PATH = '/v1/video/callbacks/';

type RefusalResponse = Pick<FailedRequest, 'requestId' | 'error' | 'durationMs' | 'token' | 'status'>;
type InnerRequest = Omit<FailedRequest, 'error'> & { error?: GatewayError | undefined };

/** Records refused requests of the model API, from all parts of this process that can refuse them. */
@Injectable()
export class RefusedRequests {
  private readonly isBehindProxy: boolean;

  constructor(
    private readonly recorder: RefusalRecorder,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.isBehindProxy = http.trustProxy.length > 0;
  }

  /** Called when an HTTP request ends. For a session, the requests on its socket are recorded instead. */
  noteEnd(request: FastifyRequest, reply: FastifyReply): void {
    const { requestContext, id: requestId, method } = request;
    const { record, error, session, token, startedAt } = requestContext;
    if (error === undefined || session !== undefined) return;
    const path = getPath(request);
    if (!isModelPath(path)) return;
    const durationMs = performance.now() - startedAt;
    const status = getStatus(reply, requestContext);
    const { client } = record;
    // If the body was not read, the session id can only be in the headers.
    record.sessionId ??= readSessionId(request.headers);
    this.recorder.note({ requestId, error, durationMs, token, record, client, status, method, path });
  }

  /** For a request that was refused before the hooks of the server ran. */
  noteEarly(request: IncomingMessage, refusal: RefusalResponse): void {
    const { method, url = '', socket, headers } = request;
    const client = {
      address: this.findAddress(socket),
      userAgent: shortenUserAgent(headers['user-agent']),
    };
    const record = { attempts: [], sessionId: readSessionId(headers) };
    this.recorder.note({ ...refusal, record, client, method, path: getPath({ url }) });
  }

  /** For bytes that cannot be parsed as an HTTP request. */
  noteUnreadable(socket: Socket, refusal: Omit<RefusalResponse, 'durationMs' | 'token'>): void {
    this.recorder.note({ ...refusal, durationMs: 0, client: { address: this.findAddress(socket) } });
  }

  /** Called when a request on a WebSocket ends. */
  noteInner({ error, ...request }: InnerRequest): void {
    if (error !== undefined) this.recorder.note({ ...request, error });
  }

  /** Undefined behind a proxy, because the remote address is that of the proxy. */
  private findAddress({ remoteAddress }: Socket): string | undefined {
    return this.isBehindProxy ? undefined : remoteAddress;
  }
}

/** Whether refusals of requests to this path are recorded. */
export function isModelPath(path: string): boolean {
  return MODEL_PATH.test(path) && !path.startsWith(CALLBACK_PATH);
}
