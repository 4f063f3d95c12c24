import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { describeAdminApi } from '#admin';
import { type Config } from '#config';
import { RouteTable } from '#http-edge';
import { ByteBudget, FairGate } from '#limits';
import { type Service } from '#lifecycle';
import { type Logger, NestLogger } from '#telemetry';
import { ApiModule } from './api.module.js';
import { Admissions } from './http/admissions.js';
import { Drain } from './http/drain.js';
import { webFolderFrom } from './console/web/web-folder.js';
import { createFastifyAdapter } from './http/fastify-adapter.js';
import { keepSweepingSpool, spoolFolderIn, sweepSpool } from './http/form/spool-folder.js';
import { OpenConnections } from './http/open-connections.js';
import { type GatewayParts } from './gateway-parts.js';
import { addMetricsSources } from './metrics/add-sources.js';
import { openMetrics } from './metrics/open-metrics.js';
import { type BodyLimits, ModelRequests } from './model-api/model-requests.js';
import { OnceByKey } from './model-api/once-by-key.js';
import { publicUrlOn } from './public-url.js';
import { LiveSessions } from './realtime/live-sessions.js';
import { SocketAdapter } from './realtime/socket-adapter.js';

/** How long running answers may take once the process is asked to stop. */
const DRAIN_MS = 120_000;

/** Named here, beside the program's main file: that is where a bundled program finds itself. */
const CONSOLE_ASSETS = new URL('./console/assets/', import.meta.url);
const WEB_FOLDER = webFolderFrom(import.meta.url);

/** So many uploads of the largest size may lie on disk at a time. */
const LARGEST_UPLOADS = 8;

export interface ServeOptions {
  /** How long requests are still taken after the readiness check has turned: balancers need a moment to notice. */
  graceMs: number;
}

export interface ApiServer extends Service {
  port: number;
}

export async function serve(
  config: Config,
  parts: GatewayParts,
  logger: Logger,
  { graceMs }: ServeOptions,
): Promise<ApiServer> {
  const desks = await openDesks(config, parts, logger);
  const { drain, sessions, metrics, gate, bodies } = desks;
  const stopSweeping = keepSweepingSpool(bodies.spoolFolder);
  const app = await createApp(config, parts, desks, logger);
  const connections = new OpenConnections(app.getHttpServer());
  await app.listen(config.http.port, config.http.host);
  const address = app.getHttpServer().address() as { port: number };
  parts.address.publicUrl = publicUrlOn(config.http.publicUrl, address.port);
  return {
    port: address.port,
    stop: async () => {
      drain.begin(graceMs + DRAIN_MS);
      await sleep(graceMs);
      await sessions.sendAway();
      connections.close();
      await app.close();
      stopSweeping();
      metrics.close();
      gate.close();
      await parts.close();
    },
  };
}

type Desks = Awaited<ReturnType<typeof openDesks>>;

/** What keeps account of requests and sessions while they last. */
async function openDesks(config: Config, parts: GatewayParts, logger: Logger) {
  const { metrics, expose } = openMetrics(parts.catalog, logger);
  const drain = new Drain();
  const gate = new FairGate();
  const bodies = await bodyLimits(config, parts.memory);
  addMetricsSources(metrics, { ...parts, disk: bodies.disk });
  const { tokens, owners, limits } = parts;
  const admissions = new Admissions({ limits, gate, owners, tokens, metrics });
  const sessions = new LiveSessions({ tokens, admissions, metrics, logger });
  return { drain, gate, metrics, expose, bodies, admissions, sessions };
}

async function createApp(
  config: Config,
  parts: GatewayParts,
  { drain, expose, bodies, admissions, sessions }: Desks,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const routes = new RouteTable();
  const edge = createFastifyAdapter({ http: config.http, routes, drain, logger });
  const sockets = new SocketAdapter(edge.getInstance().server);
  const module = ApiModule.with({
    ...parts,
    admissions,
    modelRequests: new ModelRequests(parts.relay, new OnceByKey(parts.keys, drain), bodies),
    routes,
    drain,
    logger,
    console: {
      publicUrl: config.http.publicUrl,
      assetsFolder: CONSOLE_ASSETS,
      webFolder: WEB_FOLDER,
      describeAdminApi: () => describeAdminApi(app),
    },
    video: { ...parts.video, drain, limits: bodies },
    realtime: { sessions, sockets, drain, prepare: (call) => parts.realtime.prepare(call) },
    admin: { ...parts.admin, stopping: drain.signal },
    metrics: { expose, token: config.http.metricsToken },
  });
  const options = { bodyParser: false, logger: new NestLogger(logger), abortOnError: false } as const;
  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(module, edge, options);
  return app.useWebSocketAdapter(sockets);
}

/** What a request may bring along, and where files of it lie; those of processes that died are removed. */
async function bodyLimits(
  { http: { maxJsonBytes, maxUploadBytes }, dataDir }: Config,
  memory: ByteBudget,
): Promise<BodyLimits> {
  const spoolFolder = spoolFolderIn(dataDir);
  await sweepSpool(spoolFolder);
  const disk = new ByteBudget({ maxBytes: LARGEST_UPLOADS * maxUploadBytes });
  return { maxJsonBytes, maxUploadBytes, spoolFolder, memory, disk };
}
