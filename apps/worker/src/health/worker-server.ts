import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { GatewayError } from '#canonical';
import { CONFIG, type Config } from '#config';
import { ClockWatch, SchemaCheck } from '#database';
import { requireScraper } from '#http-edge';
import { LOGGER, type Logger, ProcessMetrics } from '#telemetry';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { WorkerMetrics } from './worker-metrics.js';

const MAX_CONNECTIONS = 50;
const TIMEOUT_MS = 10_000;
const REFUSALS: Partial<Record<GatewayError['kind'], number>> = {
  'address-not-allowed': 403,
  'missing-credential': 401,
  'unknown-token': 401,
};

/**
 * Listens if `MODELGATE_WORKER_PORT` is set. `/healthz` is 200 while the process runs, independent of the database and
 * Redis. `/readyz` is 503 while the schema of the database does not match this version. `/metrics` is for the clients that
 * may read the metrics of the API.
 */
@Injectable()
export class WorkerServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly metrics: WorkerMetrics,
    private readonly schema: SchemaCheck,
    private readonly clock: ClockWatch,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined if the server does not listen. */
  get port(): number | undefined {
    const address = this.server?.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { workerPort, http } = this.config;
    if (workerPort === undefined) return;
    const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS });
    server.maxConnections = MAX_CONNECTIONS;
    server.on('request', (request, response) => void this.handleRequest(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(workerPort, http.host, resolve);
    });
    this.server = server;
    this.logger.info({ host: http.host, port: this.port }, 'the worker health server is listening');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return end(response, 405, { allow: 'GET, HEAD' });
    const path = url.split('?', 1)[0];
    if (path === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (path === '/readyz') return this.sendReadiness(response);
    if (path === '/metrics') return this.sendMetrics(request, response);
    return end(response, 404);
  }

  private sendReadiness(response: ServerResponse): void {
    const { faults } = this.schema;
    if (faults.length > 0) sendJson(response, 503, { status: 'schema_mismatch', faults });
    else if (this.clock.isHarmful) sendJson(response, 200, { status: 'degraded', reasons: ['clock'] });
    else sendJson(response, 200, { status: 'ready' });
  }

  private async sendMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, headers } = request;
    const address = socket.remoteAddress;
    try {
      requireScraper(
        { socketAddress: address, clientAddress: address ?? '', headers },
        this.config.http.metricsToken,
      );
      const text = await this.metrics.expose();
      end(response, 200, { 'content-type': ProcessMetrics.contentType, 'cache-control': 'no-store' }, text);
    } catch (thrown) {
      const { kind, message } = GatewayError.from(thrown);
      const status = REFUSALS[kind] ?? 500;
      const headers: Record<string, string> = { 'content-type': 'text/plain; charset=utf-8' };
      if (status === 401) headers['www-authenticate'] = 'Bearer';
      end(response, status, headers, `${message}\n`);
    }
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  end(response, status, { 'content-type': 'application/json' }, JSON.stringify(body));
}

function end(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body = '',
): void {
  response.writeHead(status, headers).end(body);
}
