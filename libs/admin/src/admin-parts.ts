import { type Catalog, type ChannelHealth } from '#catalog';
import { type Config } from '#config';
import { type Database } from '#database';
import { type HttpTransport } from '#egress';
import { type MediaStore } from '#media';
import { type PriceBook, type UsageJournal } from '#metering';
import { type SecretBox } from '#secrets';
import { type VideoTasks } from '#video-tasks';

/** Where browsers reach the gateway. Asked each time: for certain it is known only once the gateway listens. */
export type PublicUrl = () => string;

/** Opened when somebody asks: few commands need them, and they need much. */
export type OpenVideoTasks = () => Promise<VideoTasks>;

/** What hints for workers go through. */
export type QueueBackend = 'redis' | 'postgres';

/** What is not in the database yet of what was used. */
export type JournalStanding = Pick<UsageJournal, 'waitingEvents' | 'lostEvents' | 'isDurable'>;

/** What this process has going on with channels. */
export type ChannelTraffic = Pick<ChannelHealth, 'snapshot'>;

/** The way to the services behind channels. */
export type Upstreams = Pick<HttpTransport, 'send'>;

/** What the admin API works on, whoever mounts it. */
export interface AdminParts {
  database: Database;
  secretBox: SecretBox;
  /** What it says cannot be set otherwise. */
  configFile: Config['file'];
  publicUrl: PublicUrl;
  catalog: Catalog;
  prices: Pick<PriceBook, 'priceOf'>;
  upstreams: Upstreams;
  /** The tasks of clients, on whose behalf they are cancelled and repeated. */
  videoTasks: OpenVideoTasks;
  media: MediaStore;
  queueBackend: QueueBackend;
  /** Rejects where the queue is out of reach. Left out where the queue is the database itself. */
  checkQueue?: () => Promise<void>;
  /** Of a process that serves model requests. */
  traffic?: ChannelTraffic;
  /** Aborted when running answers must end. */
  stopping?: AbortSignal;
  /** Of a process that serves model requests. */
  journal?: JournalStanding;
  /** Known to this process alone: whoever sends it as a bearer token is the operator. */
  operatorKey?: string;
}

export const DATABASE = Symbol('database');
export const CONFIG_FILE = Symbol('config file');
export const PUBLIC_URL = Symbol('public url');
export const OPERATOR_KEY = Symbol('operator key');
export const VIDEO_TASKS = Symbol('video tasks');
export const MEDIA_STORE = Symbol('media store');
export const QUEUE_BACKEND = Symbol('queue backend');
export const CHECK_QUEUE = Symbol('check of the queue');
export const TRAFFIC = Symbol('traffic');
export const STOPPING = Symbol('stopping');
export const JOURNAL = Symbol('journal');
export const UPSTREAMS = Symbol('upstreams');
