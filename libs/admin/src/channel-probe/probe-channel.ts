import { type JsonObject } from '#canonical';
import { type Channel, type Target, apiKeyHint, targetsAt } from '#catalog';
import { type HttpTransport } from '#egress';
import { findProvider } from '#providers';
import { getPlace } from '#upstream';
import { type FormatOf, type ModelRule } from '#wire';
import { type UpstreamLine, askUpstream, withinDeadline } from './ask-upstream.js';
import { readModelList } from './list-upstream-models.js';
import { type ProbeCall, probeCallsFor } from './probe-calls.js';
import { probeVideos } from './probe-videos.js';
import { type Finding } from './finding.js';
import { UpstreamFault } from './upstream-fault.js';

export interface ProbeQuestion {
  channel: Channel;
  /** By its public name; the first that can be asked cheaply where there is none. */
  model?: string;
  /** What a model is limited to; undefined where it is not. */
  getCapabilities(model: string): readonly string[] | undefined;
  /** What is known of a model. */
  findRule: (target: Target, format: FormatOf<'chat'>) => ModelRule | undefined;
}

export interface ProbeResult extends Partial<Finding> {
  isOk: boolean;
  message: string;
  model?: string;
  /** What was asked: a format, or `models` for the list of them. */
  format?: string;
  /** Whether there was nothing to ask for: then it is not known whether the channel works. */
  isUnasked?: boolean;
  durationMs: number;
}

type Outcome = Omit<ProbeResult, 'durationMs'>;

interface Subject {
  model: string;
  target: Target;
  calls: ProbeCall[];
}

/**
 * Finds out whether a channel works by asking it for as little as possible: no routing, no limits, no bill. Whether
 * or not it is in use makes no difference.
 */
export async function probeChannel(
  http: Pick<HttpTransport, 'send'>,
  question: ProbeQuestion,
): Promise<ProbeResult> {
  const startedAt = performance.now();
  const outcome = await withinDeadline((signal) => probe(http, question, signal));
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

async function probe(
  http: Pick<HttpTransport, 'send'>,
  question: ProbeQuestion,
  signal: AbortSignal,
): Promise<Outcome> {
  const { channel } = question;
  const provider = findProvider(channel.provider);
  if (provider === undefined) {
    const message = `This version cannot speak to the provider ${channel.provider}.`;
    return { isOk: false, message, advice: 'Choose another provider, or update this gateway.' };
  }
  const line = { http, channel, provider, signal };
  const subjects = findSubjects(line, question);
  const subject = subjects.find(({ calls }) => calls.length > 0) ?? subjects[0];
  try {
    return await probeSubject(line, subject);
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
    const { message, advice, status, field, isOfRequest } = error;
    const fault = { message, advice, status, field, isOfRequest };
    return { isOk: false, ...fault, model: subject?.model, format: subject?.calls[0]?.format };
  }
}

/** Patterns have no name to ask for. */
function findSubjects({ channel, provider }: UpstreamLine, question: ProbeQuestion): Subject[] {
  const listed = channel.models.map(({ id }) => id).filter((id) => !id.endsWith('*'));
  const names = question.model === undefined ? listed : [question.model];
  return names.flatMap((model) =>
    targetsAt([{ ...channel, enabled: true }], model).map((target) => ({
      model,
      target,
      calls: probeCallsFor(target, provider, {
        capabilities: question.getCapabilities(model),
        findRule: question.findRule,
      }),
    })),
  );
}

async function probeSubject(line: UpstreamLine, subject: Subject | undefined): Promise<Outcome> {
  if (subject === undefined || subject.calls.length === 0) return probeList(line, subject);
  const found = await firstThatWorks(line, subject);
  if (found instanceof UpstreamFault) return orInList(found, line, subject);
  const { model, target } = subject;
  await tryOtherKeys(line, target, found);
  const message = `The service answered a ${found.format} request for "${target.upstreamModel}".`;
  return { isOk: true, model, format: found.format, status: 200, message };
}

/** What a model is for is often not known: where one kind of request is not for it, another may be. */
async function firstThatWorks(
  line: UpstreamLine,
  { target, calls }: Subject,
): Promise<ProbeCall | UpstreamFault> {
  let first: UpstreamFault | undefined;
  for (const call of calls) {
    try {
      await ask(line, target, call, line.channel.apiKeys[0]);
      return call;
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      first ??= error;
      if (error.isOfRequest !== true) return first;
    }
  }
  return first ?? Promise.reject(new Error('there is something to ask'));
}

/** One key that works says nothing of the others. */
async function tryOtherKeys(line: UpstreamLine, target: Target, call: ProbeCall): Promise<void> {
  const [, ...others] = line.channel.apiKeys;
  await Promise.all(
    others.map(async (apiKey) => {
      try {
        await ask(line, target, call, apiKey);
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error;
        const message = `With the key ${apiKeyHint(apiKey)}: ${error.message}`;
        throw new UpstreamFault({ message, advice: error.advice, status: error.status, field: error.field });
      }
    }),
  );
}

async function ask(
  line: UpstreamLine,
  { channel, upstreamModel }: Target,
  { format, body, check }: ProbeCall,
  apiKey: string | undefined,
): Promise<void> {
  const call = { ...getPlace(channel), upstreamModel, isStreamed: false };
  await askUpstream(line, {
    url: line.provider.endpoint(format, call),
    change: line.provider.changeRequest?.(format, call),
    apiKey,
    body,
    upstreamModel,
    check: (json) => check(json as JsonObject),
  });
}

/** Videos, images and audio cost too much to make for a test; but that a model exists can be known. */
async function orInList(fault: UpstreamFault, line: UpstreamLine, subject: Subject): Promise<Outcome> {
  if (fault.isOfRequest !== true || line.provider.listModels === undefined) throw fault;
  const ids = await readModelList(line).catch((): string[] => []);
  if (!ids.includes(subject.target.upstreamModel)) throw fault;
  return inList(subject);
}

async function probeList(line: UpstreamLine, subject: Subject | undefined): Promise<Outcome> {
  if (line.provider.listModels === undefined) {
    if (await probeVideos(line)) {
      const message =
        'The service took the key. It was asked for a video that does not exist, which is free.';
      return { isOk: true, model: subject?.model, format: 'video', status: 200, message };
    }
    return {
      isOk: false,
      model: subject?.model,
      message: 'There is no small request that could be made to this channel.',
      advice: 'Name a model that the channel serves, or call one through this gateway.',
      isUnasked: true,
    };
  }
  const ids = await readModelList(line);
  if (subject === undefined) {
    const message = `The service listed ${ids.length} models. None was asked for anything: no single one was named.`;
    return { isOk: true, format: 'models', status: 200, message };
  }
  if (ids.includes(subject.target.upstreamModel)) return inList(subject);
  return {
    isOk: false,
    model: subject.model,
    format: 'models',
    status: 200,
    message: `The service lists ${ids.length} models, but not "${subject.target.upstreamModel}".`,
    advice: 'Check the upstream name of the model and whether the account may use it.',
    field: 'models',
  };
}

function inList({ model, target }: Subject): Outcome {
  const message = `The service lists the model "${target.upstreamModel}". It was not asked for anything: what it makes costs more than a test should.`;
  return { isOk: true, model, format: 'models', status: 200, message };
}
