import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Form, GatewayError } from '#canonical';
import { encodeError } from '#wire';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { type ReadFormOptions, type ReceivedForm, readForm } from '../read-form.js';

export interface Outcome {
  form?: Form;
  /** The contents of the files, in the order of the form. */
  contents: Buffer[];
  error?: unknown;
  /** The files on disk when `readForm` had settled. */
  spooled: string[];
}

export interface FormResponse {
  status: number;
  error?: { code?: string; param?: string | null; message?: string };
}

/** A server that reads forms and does nothing else. */
export class FormServer {
  readonly outcomes: Outcome[] = [];
  limits: Partial<ReadFormOptions> = {};

  private constructor(
    private readonly server: FastifyInstance,
    readonly spoolFolder: string,
  ) {}

  static async start(): Promise<FormServer> {
    const server = fastify();
    const folder = await mkdtemp(join(tmpdir(), 'modelgate-form-'));
    const self = new FormServer(server, join(folder, 'spool'));
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    server.server.on('checkContinue', (raw, response) => server.server.emit('request', raw, response));
    server.post('/', (request, reply) => self.handle(request, reply));
    await server.listen({ host: '127.0.0.1', port: 0 });
    return self;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}/`);
  }

  async close(): Promise<void> {
    this.server.server.closeAllConnections();
    await this.server.close();
    await rm(join(this.spoolFolder, '..'), { recursive: true, force: true });
  }

  /** Every file under the spool folder. */
  async spooled(): Promise<string[]> {
    const entries = await readdir(this.spoolFolder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  connect(): Socket {
    return connect(this.port, '127.0.0.1').on('error', () => undefined);
  }

  /** Sends a buffer with `content-length`, or a list of buffers with chunked encoding. */
  async send(body: Buffer | readonly Buffer[], headers: Record<string, string> = {}): Promise<FormResponse> {
    const outgoing = sendRequest(this.url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=B', ...headers },
    });
    outgoing.on('error', () => undefined);
    if (Buffer.isBuffer(body)) outgoing.end(body);
    else {
      for (const chunk of body) outgoing.write(chunk);
      outgoing.end();
    }
    const [response] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, ...(JSON.parse(Buffer.concat(chunks).toString()) as object) };
  }

  /** Sends a body, and returns what the server has read. Throws if it was refused. */
  async sendAndRead(body: Buffer | readonly Buffer[], headers?: Record<string, string>): Promise<Outcome> {
    const response = await this.send(body, headers);
    const outcome = this.outcomes.at(-1);
    if (response.status !== 200 || outcome === undefined) throw new Error(JSON.stringify(response));
    return outcome;
  }

  private async handle(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    let received: ReceivedForm | undefined;
    try {
      received = await readForm(request, reply, { spoolFolder: this.spoolFolder, ...this.limits });
      this.outcomes.push({
        form: received.form,
        contents: await readContents(received.form),
        spooled: await this.spooled(),
      });
      return {};
    } catch (error) {
      this.outcomes.push({ error, contents: [], spooled: await this.spooled() });
      const { status, body } = encodeError(GatewayError.from(error), 'openai', 'req_test');
      void reply.code(status);
      return body;
    } finally {
      await received?.dispose();
    }
  }
}

async function readContents(form: Form): Promise<Buffer[]> {
  const contents: Buffer[] = [];
  for (const entry of form) if ('file' in entry) contents.push(await readFile(entry.file.path));
  return contents;
}
