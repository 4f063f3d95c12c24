import { type JsonObject } from '#canonical';
import { type Channel, type Target, apiKeyHint, targetsAt } from '#catalog';
import { type HttpTransport } from '#egress';
import { findProvider } from '#providers';
import { getPlace } from '#upstream';
import { type FormatOf, type ModelRule } from '#wire';
import { type ProbeConnection, requestUpstream, runWithTimeout } from './request-upstream.js';
import { readModelList } from './list-upstream-models.js';
import { type ProbeCall, listProbeCalls } from './probe-calls.js';
import { probeVideos } from './probe-videos.js';
import { rankByCost } from './request-cost.js';
import { type Finding } from './finding.js';
import { UpstreamFault } from './upstream-fault.js';

export interface ProbeOptions {
  channel: Channel;
  /** The public name. Default: the cheapest model by `getUsdPerMTok` that can be tested with a small request. */
  model?: string;
  /** The price of a million input tokens and a million output tokens; undefined if unknown. */
  getUsdPerMTok: (model: string, target: Target) => number | undefined;
  /** The capabilities that a model is limited to; undefined if it is not limited. */
  getCapabilities(model: string): readonly string[] | undefined;
  /** The rule for the parameters of a model, if any. */
  findRule: (target: Target, format: FormatOf<'chat'>) => ModelRule | undefined;
}

export interface ProbeResult extends Partial<Finding> {
  isOk: boolean;
  message: string;
  model?: string;
  /** The format of the test request, or `models` for the model list. */
  format?: string;
  /** Whether no request could be sent, so that it is unknown whether the channel works. */
  isUntestable?: boolean;
  durationMs: number;
}

type Outcome = Omit<ProbeResult, 'durationMs'>;

interface Subject {
  model: string;
  target: Target;
  calls: ProbeCall[];
}

/**
 * Tests whether a channel works with the smallest possible request, without routing, limits and billing. The channel may
 * be disabled.
 */
export async function probeChannel(
  http: Pick<HttpTransport, 'send'>,
  options: ProbeOptions,
): Promise<ProbeResult> {
  const startedAt = performance.now();
  const outcome = await runWithTimeout((signal) => probe(http, options, signal));
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

async function probe(
  http: Pick<HttpTransport, 'send'>,
  options: ProbeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { channel } = options;
  const provider = findProvider(channel.provider);
  if (provider === undefined) {
    const message = `This version does not support the provider ${channel.provider}.`;
    return { isOk: false, message, advice: 'Choose another provider, or update this gateway.' };
  }
  const connection = { http, channel, provider, signal };
  const subjects = findSubjects(connection, options);
  const subject = findCheapest(subjects, options) ?? subjects[0];
  try {
    return await probeSubject(connection, subject);
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
    const { message, advice, status, field, isRequestFault } = error;
    const fault = { message, advice, status, field, isRequestFault };
    return { isOk: false, ...fault, model: subject?.model, format: subject?.calls[0]?.format };
  }
}

/** Undefined if no model can be tested with a small request. Models with the same price keep the order of the channel. */
function findCheapest(subjects: readonly Subject[], { getUsdPerMTok }: ProbeOptions): Subject | undefined {
  const [cheapest] = subjects
    .filter(({ calls }) => calls.length > 0)
    .map((subject) => ({ subject, rank: rankByCost(getUsdPerMTok(subject.model, subject.target)) }))
    .toSorted((a, b) => a.rank - b.rank);
  return cheapest?.subject;
}

/** Without a given model: the models of the channel, except patterns. */
function findSubjects({ channel, provider }: ProbeConnection, options: ProbeOptions): Subject[] {
  const listed = channel.models.map(({ id }) => id).filter((id) => !id.endsWith('*'));
  const names = options.model === undefined ? listed : [options.model];
  return names.flatMap((model) =>
    targetsAt([{ ...channel, enabled: true }], model).map((target) => ({
      model,
      target,
      calls: listProbeCalls(target, provider, {
        capabilities: options.getCapabilities(model),
        findRule: options.findRule,
      }),
    })),
  );
}

async function probeSubject(connection: ProbeConnection, subject: Subject | undefined): Promise<Outcome> {
  if (subject === undefined || subject.calls.length === 0) return probeList(connection, subject);
  const found = await findWorkingCall(connection, subject);
  if (found instanceof UpstreamFault) return checkList(found, connection, subject);
  const { model, target } = subject;
  await tryOtherKeys(connection, target, found);
  const message = `The provider responded to a ${found.format} request for "${target.upstreamModel}".`;
  return { isOk: true, model, format: found.format, status: 200, message };
}

/** The capabilities of a model are often unknown, so each kind of request is tried. */
async function findWorkingCall(
  connection: ProbeConnection,
  { target, calls }: Subject,
): Promise<ProbeCall | UpstreamFault> {
  let first: UpstreamFault | undefined;
  for (const call of calls) {
    try {
      await sendCall(connection, target, call, connection.channel.apiKeys[0]);
      return call;
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      first ??= error;
      if (error.isRequestFault !== true) return first;
    }
  }
  return first ?? Promise.reject(new Error('the probe has at least one call'));
}

/** Tests the other keys with the call that worked with the first one. */
async function tryOtherKeys(connection: ProbeConnection, target: Target, call: ProbeCall): Promise<void> {
  const [, ...others] = connection.channel.apiKeys;
  await Promise.all(
    others.map(async (apiKey) => {
      try {
        await sendCall(connection, target, call, apiKey);
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error;
        const message = `With the key ${apiKeyHint(apiKey)}: ${error.message}`;
        throw new UpstreamFault({ message, advice: error.advice, status: error.status, field: error.field });
      }
    }),
  );
}

async function sendCall(
  connection: ProbeConnection,
  { channel, upstreamModel }: Target,
  { format, body, check }: ProbeCall,
  apiKey: string | undefined,
): Promise<void> {
  const call = { ...getPlace(channel), upstreamModel, isStreamed: false };
  await requestUpstream(connection, {
    url: connection.provider.endpoint(format, call),
    change: connection.provider.changeRequest?.(format, call),
    apiKey,
    body,
    upstreamModel,
    check: (json) => check(json as JsonObject),
  });
}

/** Creating videos, images and audio is too expensive for a test. The model list shows whether the model exists. */
async function checkList(
  fault: UpstreamFault,
  connection: ProbeConnection,
  subject: Subject,
): Promise<Outcome> {
  if (fault.isRequestFault !== true || connection.provider.listModels === undefined) throw fault;
  const ids = await readModelList(connection).catch((): string[] => []);
  if (!ids.includes(subject.target.upstreamModel)) throw fault;
  return describeListed(subject);
}

async function probeList(connection: ProbeConnection, subject: Subject | undefined): Promise<Outcome> {
  if (connection.provider.listModels === undefined) {
    if (await probeVideos(connection)) {
      const message =
        'The provider accepted the key. The test requested a video that does not exist, which is free.';
      return { isOk: true, model: subject?.model, format: 'video', status: 200, message };
    }
    return {
      isOk: false,
      model: subject?.model,
      message: 'This channel has no model that can be tested with a small request.',
      advice: 'Choose a model to test, or call one through the gateway.',
      isUntestable: true,
    };
  }
  const ids = await readModelList(connection);
  if (subject === undefined) {
    const message = `The provider listed ${ids.length} models. No request was sent to a model, because the channel names no single one.`;
    return { isOk: true, format: 'models', status: 200, message };
  }
  if (ids.includes(subject.target.upstreamModel)) return describeListed(subject);
  return {
    isOk: false,
    model: subject.model,
    format: 'models',
    status: 200,
    message: `The provider lists ${ids.length} models, but not "${subject.target.upstreamModel}".`,
    advice: 'Check the upstream name of the model, and that the account has access to it.',
    field: 'models',
  };
}

function describeListed({ model, target }: Subject): Outcome {
  const message = `The provider lists the model "${target.upstreamModel}". No request was sent to it, because its requests are expensive.`;
  return { isOk: true, model, format: 'models', status: 200, message };
}
