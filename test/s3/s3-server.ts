import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { eventually } from '../harness/index.js';
import { type S3Key, checkSignature } from './check-signature.js';

const BUCKET = 'generated-files';
const OBJECT = '._S3rver_object';
const KEY: S3Key = {
  region: 'eu-west-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG',
};

export interface SeenRequest {
  method: string;
  host: string;
  /** With its query. */
  path: string;
  sizeBytes: number;
}

interface WrittenFile {
  path: string;
  sizeBytes: number;
}

/** What replaces the response: a status, or a closed connection. */
type Fault = number | 'cut' | undefined;

/**
 * An S3 server: s3rver stores objects, but accepts any signature and cannot abort an upload; a server in front of it
 * checks requests, and lists and aborts uploads.
 */
export class S3Server {
  readonly seen: SeenRequest[] = [];
  /** Called before each response. */
  fault: (request: SeenRequest) => Fault = () => undefined;
  /** Replaces the bytes that are stored. */
  tamper: ((body: Buffer) => Buffer) | undefined;
  /** Requests that the store is processing: its folder must not be removed in the meantime. */
  private readonly forwarding = new Set<Promise<unknown>>();
  /** The store writes in place: reads wait for writes, since an object on S3 is complete or absent. */
  private writing: Promise<unknown> = Promise.resolve();
  private port = 0;
  private front: Server;

  private constructor(
    private readonly folder: string,
    private readonly store: S3rver,
    private readonly storePort: number,
  ) {}

  static async start(): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), 'modelgate-test-s3-'));
    const store = new S3rver({
      address: '127.0.0.1',
      port: 0,
      directory: folder,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    });
    const { port } = await store.run();
    const server = new S3Server(folder, store, port);
    await server.restart();
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As in the config file. */
  get settings() {
    return { endpoint: this.origin, bucket: BUCKET, ...KEY, forcePathStyle: true, prefix: 'media' };
  }

  /** Starts it again on the same port. */
  async restart(): Promise<void> {
    this.front = createServer((...exchange) => void this.answer(...exchange)).listen(this.port, '127.0.0.1');
    await once(this.front, 'listening');
    ({ port: this.port } = this.front.address() as AddressInfo);
  }

  async shutDown(): Promise<void> {
    this.front.closeAllConnections();
    this.front.close();
    await once(this.front, 'close');
  }

  async stop(): Promise<void> {
    if (this.front.listening) await this.shutDown();
    await Promise.all(this.forwarding);
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async listObjects(): Promise<string[]> {
    const paths = await readdir(join(this.folder, BUCKET), { recursive: true });
    return paths.flatMap((path) => (path.endsWith(OBJECT) ? [path.slice(0, -OBJECT.length)] : []));
  }

  readObject(key: string): Promise<Buffer> {
    return readFile(join(this.folder, BUCKET, key + OBJECT));
  }

  /** The ids of uploads that were neither finished nor aborted. */
  listUploads(): Promise<string[]> {
    return readdir(this.uploads).catch(() => []);
  }

  /** Makes an object, or an upload, look as if it had been written then. */
  async age(path: { key: string } | { uploadId: string }, then: Date): Promise<void> {
    const file =
      'key' in path ? join(this.folder, BUCKET, path.key + OBJECT) : join(this.uploads, path.uploadId);
    await utimes(file, then, then);
  }

  private get uploads(): string {
    return join(this.folder, BUCKET, '._S3rver_uploads');
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined) return;
    const { method = '', url = '', headers } = incoming;
    const seen = { method, path: url, host: String(headers.host), sizeBytes: body.length };
    this.seen.push(seen);
    const fault = this.fault(seen);
    if (fault === 'cut') return void incoming.socket.destroy();
    const refusal =
      fault === undefined
        ? checkSignature(incoming, body, KEY)
        : { status: fault, code: fault < 500 ? 'AccessDenied' : 'InternalError' };
    if (refusal !== undefined) return sendXml(response, refusal.status, toErrorXml(refusal.code));
    const query = new URL(url, 'http://s3').searchParams;
    const uploadId = query.get('uploadId');
    if (method === 'DELETE' && uploadId !== null) {
      await rm(join(this.uploads, uploadId), { recursive: true, force: true });
      return void response.writeHead(204).end();
    }
    if (method === 'GET' && query.has('uploads')) return sendXml(response, 200, await this.describeUploads());
    if (method === 'GET' && headers.range === 'bytes=0-0') return this.sendFirstByte(url, response);
    return this.forward(incoming, body, response);
  }

  /** The store treats an end of 0 as absent, and would send the whole object. */
  private async sendFirstByte(url: string, response: ServerResponse): Promise<void> {
    await this.writing;
    const content = await this.readObject(getKey(url)).catch(() => undefined);
    if (content === undefined) return sendXml(response, 404, toErrorXml('NoSuchKey'));
    response
      .writeHead(206, { 'content-length': 1, 'content-range': `bytes 0-0/${content.length}` })
      .end(content.subarray(0, 1));
  }

  private async describeUploads(): Promise<string> {
    const uploads = (await this.listUploads()).map(async (id) => {
      const { mtime } = await stat(join(this.uploads, id));
      const key = await readFile(join(this.uploads, id, 'key'), 'utf8');
      const began = mtime.toISOString();
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${began}</Initiated></Upload>`;
    });
    const elements = (await Promise.all(uploads)).join('');
    return `<ListMultipartUploadsResult>${elements}</ListMultipartUploadsResult>`;
  }

  private async forward(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    if (response.destroyed) return;
    const before = this.writing;
    if (method === 'PUT' || method === 'POST') this.writing = once(response, 'close');
    await before;
    if (method === 'PUT') await this.keepFolderOf(String(url));
    const { authorization: _checked, ...others } = headers;
    const kept = method === 'PUT' ? (this.tamper?.(body) ?? body) : body;
    const written = await this.getWritten(method, String(url), kept.length);
    const sendAnswer = async (answer: IncomingMessage): Promise<void> => {
      if (answer.statusCode === 200 && written !== undefined) await waitUntilWritten(written);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    };
    const forwarded = request(
      { port: this.storePort, agent: false, method, path: url, headers: others },
      (answer) => void sendAnswer(answer).catch(() => response.destroy()),
    );
    forwarded.on('error', () => response.destroy());
    const over = once(forwarded, 'close').finally(() => this.forwarding.delete(over));
    this.forwarding.add(over);
    forwarded.end(kept);
  }

  /** The file of a request, and its expected size. */
  private async getWritten(method = '', url: string, sizeBytes: number): Promise<WrittenFile | undefined> {
    const query = new URL(url, 'http://s3').searchParams;
    const uploadId = query.get('uploadId');
    const path = join(this.folder, BUCKET, getKey(url) + OBJECT);
    if (method === 'PUT' && uploadId === null) return { path, sizeBytes };
    if (uploadId === null) return undefined;
    const upload = join(this.uploads, uploadId);
    if (method === 'PUT') return { path: join(upload, query.get('partNumber') ?? ''), sizeBytes };
    const parts = (await readdir(upload).catch(() => [])).filter((name) => /^\d+$/.test(name));
    const sizes = await Promise.all(parts.map(async (name) => (await stat(join(upload, name))).size));
    return { path, sizeBytes: sizes.reduce((total, size) => total + size, 0) };
  }

  /**
   * The store removes empty folders, also one in which it is about to open a file: then it throws an unhandled error.
   */
  private async keepFolderOf(url: string): Promise<void> {
    const folder = join(this.folder, BUCKET, dirname(getKey(url)));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.keep'), '');
  }
}

/** The store responds when it has received all of an object, a little before it has written it. */
async function waitUntilWritten({ path, sizeBytes }: WrittenFile): Promise<void> {
  await eventually(async () => (await stat(path).catch(() => undefined))?.size === sizeBytes);
}

function getKey(url: string): string {
  const { pathname } = new URL(url, 'http://s3');
  return decodeURIComponent(pathname).replace(`/${BUCKET}/`, '/').slice(1);
}

function toErrorXml(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>It is refused.</Message></Error>`;
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}
