import { type JsonObject, type RequestField } from '#canonical';
import { type KnownModel, ModelCatalogue, readShippedModels } from '#models';
import { Pool } from 'undici';
import {
  type FakeUpstream,
  type ReceivedRequest,
  type Reply,
  startFakeUpstream,
} from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { buildBody, buildPath } from './build-request.js';
import { type Client, type Setting } from './client-requests.js';
import { type Upstream, findRefusal } from './strict-model.js';

const files = readShippedModels();
const shipped = new ModelCatalogue(files);

/** The others are OpenAI-compatible services, identified by their addresses. */
const OWN_PROVIDERS: readonly string[] = ['openai', 'anthropic', 'gemini'];
export const CONCURRENCY = 16;

/** Some conversational models produce no text. */
export function listChatModels(provider: string): KnownModel[] {
  return shipped
    .list(provider)
    .filter(({ kind, modalities }) => kind === 'chat' && modalities?.output.includes('text') !== false);
}

/** Without resellers, whose models accept what their makers accept. */
export const PROVIDERS: readonly string[] = files
  .filter(({ provider, servesAsMaker }) => servesAsMaker !== true && listChatModels(provider).length > 0)
  .map(({ provider }) => provider);

export interface Answer {
  status: number;
  body: string;
  /** The parameter that an error names. */
  param: string | undefined;
  warnings: readonly string[];
  /** The format of the upstream request, if there was one. */
  upstream: Upstream | undefined;
}

/** A gateway in front of a service whose models behave exactly as the catalog describes. */
export class ModelTable {
  private readonly formats = new Map<string, Upstream>();
  private readonly ids: ReadonlyMap<KnownModel, string>;
  private readonly clients: Pool;
  private provider = '';
  private asked = 0;

  private constructor(
    private readonly upstream: FakeUpstream,
    private readonly gateway: TestGateway,
  ) {
    this.ids = new Map(PROVIDERS.flatMap((provider) => nameModels(provider)));
    this.clients = new Pool(gateway.origin, { connections: CONCURRENCY });
    upstream.direct((request) => this.judge(request));
  }

  static async start(): Promise<ModelTable> {
    const upstream = await startFakeUpstream();
    const gateway = await startTestGateway({
      channels: PROVIDERS.map((name) => ({
        name,
        provider: OWN_PROVIDERS.includes(name) ? name : 'openai-compatible',
        baseUrl: name === 'anthropic' || name === 'gemini' ? upstream.origin : upstream.url,
        apiKey: 'sk-upstream-1',
        formats: name === 'openai' ? ['openai-responses', 'openai-chat'] : listChatModels(name)[0]?.formats,
        repair: true,
        models: nameModels(name).map(([known, id]) => ({ id, upstream: known.id })),
      })),
    });
    return new ModelTable(upstream, gateway);
  }

  async stop(): Promise<void> {
    await this.clients.close();
    await this.gateway.stop();
    await this.upstream.close();
  }

  /** All providers share the one address of the fake, which serves one provider at a time. */
  serveProvider(provider: string): void {
    this.provider = provider;
    const hosts = ['127.0.0.1'];
    this.gateway
      .get(ModelCatalogue)
      .replace(files.map((file) => (file.provider === provider ? { ...file, hosts } : file)));
  }

  async ask(
    known: KnownModel,
    client: Client,
    settings: readonly Setting[],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    this.asked += 1;
    const text = `question ${this.asked} end`;
    const model = this.ids.get(known) ?? '';
    const response = await this.clients.request({
      method: 'POST',
      path: buildPath(client, model),
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(buildBody(client, model, text, settings)),
    });
    const body = await response.body.text();
    const warnings = response.headers['x-modelgate-warnings'];
    return {
      status: response.statusCode,
      body,
      param: response.statusCode === 200 ? undefined : readParam(JSON.parse(body) as JsonObject),
      warnings: warnings === undefined ? [] : String(warnings).split(', '),
      upstream: this.formats.get(text),
    };
  }

  private judge(request: ReceivedRequest): Reply | undefined {
    const format = getFormat(request);
    const body = request.json() as JsonObject;
    this.formats.set(/question \d+ end/.exec(request.rawBody.toString())?.[0] ?? '', format);
    const name = /models\/(.+):/.exec(request.path)?.[1] ?? (body['model'] as string);
    const known = shipped.find(this.provider, decodeURIComponent(name));
    const message = known === undefined ? 'there is no such model' : findRefusal(known, format, body);
    return message === undefined ? undefined : { kind: 'error', status: 400, body: { error: { message } } };
  }
}

function nameModels(provider: string): [KnownModel, string][] {
  return listChatModels(provider).map((known, position) => [known, `${provider}-${position}`]);
}

function getFormat({ path }: ReceivedRequest): Upstream {
  if (path.startsWith('/v1beta/')) return 'gemini-generate-content';
  if (path.startsWith('/v1/messages')) return 'anthropic-messages';
  return path.startsWith('/v1/responses') ? 'openai-responses' : 'openai-chat';
}

interface ErrorBody {
  param?: string;
  message?: string;
  details?: { fieldViolations?: { field: string }[] }[];
}

/** Each dialect has its own place for the parameter. */
function readParam({ error = {} }: { error?: ErrorBody }): string | undefined {
  const { param, message = '', details = [] } = error;
  const violation = Array.isArray(details)
    ? details.flatMap((one) => one.fieldViolations ?? [])[0]
    : undefined;
  return param ?? violation?.field ?? /^([\w.]+): /.exec(message)?.[1];
}

export function toParams(fields: readonly RequestField[], settings: readonly Setting[]): string[] {
  return fields.flatMap((field) => settings.find(([one]) => one === field)?.[1] ?? []);
}
