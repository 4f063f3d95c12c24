import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, type RequestField } from '#canonical';
import { type KnownModel, ModelCatalogue, readShippedModels } from '#models';
import { CLIENT_FORMATS, type ModelRule, WIRE_FORMATS, type WireFormatId, planRepairs } from '#wire';
import { decodeRequest, translateRequest } from '../chat/translate-request.js';
import { listRefusals, listRefused } from './__fixtures__/strict-model.js';
import { ModelRules } from './model-rules.js';

const catalogue = new ModelCatalogue(readShippedModels());
const rules = new ModelRules(catalogue);

const hi = { role: 'user', content: 'hi' };
const schema = { type: 'object', properties: { a: { type: 'string' } } };
const hints = { model: 'm', isStreamed: false };
/** More than any model answers with. */
const TOO_MUCH = 50_000_000;

/** Every parameter of each format, but for those without which an answer would be another one. */
const BODIES: Partial<Record<WireFormatId, JsonObject>> = {
  'openai-chat': {
    model: 'm',
    messages: [hi],
    temperature: 0.3,
    top_p: 0.9,
    presence_penalty: 0.5,
    frequency_penalty: 0.5,
    seed: 7,
    max_tokens: TOO_MUCH,
    tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
    tool_choice: 'auto',
    parallel_tool_calls: false,
    reasoning_effort: 'xhigh',
    verbosity: 'low',
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
    service_tier: 'flex',
    user: 'me',
    metadata: { a: 'b' },
    prompt_cache_key: 'k',
  },
  'openai-responses': {
    model: 'm',
    input: 'hi',
    temperature: 0.3,
    top_p: 0.9,
    max_output_tokens: TOO_MUCH,
    tools: [{ type: 'function', name: 'f', parameters: schema }],
    tool_choice: 'auto',
    parallel_tool_calls: false,
    reasoning: { effort: 'none', summary: 'auto' },
    text: { verbosity: 'low', format: { type: 'json_schema', name: 'a', schema } },
    service_tier: 'flex',
    user: 'me',
    metadata: { a: 'b' },
    prompt_cache_key: 'k',
    store: false,
  },
  'anthropic-messages': {
    model: 'm',
    messages: [hi],
    max_tokens: TOO_MUCH,
    temperature: 1,
    top_p: 0.99,
    tools: [{ name: 'f', input_schema: schema }],
    tool_choice: { type: 'auto' },
    thinking: { type: 'enabled', budget_tokens: 31_000 },
    output_config: { format: { type: 'json_schema', schema } },
    metadata: { user_id: 'me' },
    service_tier: 'auto',
  },
  'gemini-generate-content': {
    contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
    tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: schema }] }],
    generationConfig: {
      temperature: 0.3,
      topP: 0.9,
      topK: 5,
      presencePenalty: 0.5,
      frequencyPenalty: 0.5,
      seed: 7,
      maxOutputTokens: TOO_MUCH,
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
      thinkingConfig: { thinkingBudget: 8192, includeThoughts: true },
    },
  },
  'openai-completions': {
    model: 'm',
    prompt: 'hi',
    temperature: 0.3,
    top_p: 0.9,
    max_tokens: TOO_MUCH,
    presence_penalty: 0.5,
    frequency_penalty: 0.5,
    seed: 7,
    user: 'me',
  },
};

interface Sent {
  body: JsonObject;
  lost: readonly string[];
}

type Way = { client: WireFormatId; upstream: WireFormatId; model: string; rule: ModelRule | undefined };

/** As the relay sends it on: repaired where both speak the same, else translated. */
async function send({ client, upstream, model, rule }: Way): Promise<Sent> {
  const bytes = Buffer.from(JSON.stringify(BODIES[client]));
  if (client === upstream) {
    const format = WIRE_FORMATS[client];
    const outline = format.readRequest(bytes, hints);
    const { edits, lost } = planRepairs(outline.document, { id: client, format, model, rule, hints });
    const repaired = outline.retarget(model, edits).toString();
    return { body: JSON.parse(repaired) as JsonObject, lost: lost.map(({ param }) => param) };
  }
  const job = {
    clientFormat: client,
    upstreamFormat: upstream,
    upstreamModel: model,
    options: { rule },
    body: bytes,
    hints,
  };
  const decoded = await decodeRequest({ format: client, body: bytes, hints });
  const translated = await translateRequest(job, decoded, { fetchMedia: () => Promise.reject(new Error()) });
  const lost = translated.lost.map(({ param }) => param);
  return { body: JSON.parse(translated.body.toString()) as JsonObject, lost };
}

function decode(client: WireFormatId): ChatRequest {
  return WIRE_FORMATS[client].ingress.decodeRequest(BODIES[client] ?? {}, hints).value;
}

/** What is wrong with how a model is asked, or with what its client is told. */
async function findFaults(
  known: KnownModel,
  client: WireFormatId,
  upstream: WireFormatId,
): Promise<string[]> {
  const way = { client, upstream, model: known.id };
  const rule = rules.findNamed(known.provider, known.id, upstream);
  const [sent, unruled] = await Promise.all([send({ ...way, rule }), send({ ...way, rule: undefined })]);
  const asked = decode(client);
  const { fieldNames } = CLIENT_FORMATS[client].ingress;
  const isLimited = (asked.maxOutputTokens ?? 0) > (known.limits?.output ?? Infinity);
  const due = [...listRefused(known, asked), ...(isLimited ? (['maxOutputTokens'] as const) : [])];
  const names = new Set(due.filter((field) => !isDefault(asked, field)).map((field) => fieldNames[field]));
  // Reasoning that is fitted is told of as well, and one that is left out is no reasoning to fit others to.
  const mayBe = new Set([...names, fieldNames.reasoning, ...unruled.lost]);
  const at = `${known.provider}/${known.id} for ${client} in ${upstream}:`;
  return [
    ...listRefusals(known, upstream, sent.body).map((refusal) => `${at} it ${refusal}`),
    ...[...names]
      .filter((name) => !sent.lost.includes(name))
      .map((name) => `${at} nobody is told of ${name}`),
    ...sent.lost.filter((name) => !mayBe.has(name)).map((name) => `${at} lost ${name} for nothing`),
  ];
}

/** What says no more than a model does by itself is left out without a word. */
function isDefault(asked: ChatRequest, field: RequestField): boolean {
  if (field === 'reasoning') return asked.reasoning?.effort === 'none';
  return (field === 'temperature' || field === 'topP') && asked[field] === 1;
}

/** Whoever sells a model asks for it as its maker does: what is the same in all that counts is asked once. */
const seen = new Set<string>();

function isNew({ formats, limits, parameters, reasoning }: KnownModel): boolean {
  const facts = JSON.stringify([formats, limits?.output, parameters, reasoning]);
  const isSeen = seen.has(facts);
  seen.add(facts);
  return !isSeen;
}

describe('every model takes what clients of every format send with every parameter', () => {
  it.each(catalogue.listProviders())('%s', async (provider) => {
    const models = catalogue.list(provider).filter((known) => known.kind === 'chat' && isNew(known));
    const clients = Object.keys(BODIES) as WireFormatId[];
    const faults: string[] = [];
    for (const known of models) {
      for (const upstream of known.formats as WireFormatId[]) {
        for (const client of clients) faults.push(...(await findFaults(known, client, upstream)));
      }
    }
    expect(faults).toEqual([]);
  });

  it('for some hundreds of models', () => {
    const models = catalogue.listProviders().flatMap((provider) => catalogue.list(provider));
    expect(models.filter(({ kind }) => kind === 'chat').length).toBeGreaterThan(500);
  });
});
