import { type Part, type Reply, type Usage } from '../conversation.js';

interface Chunk {
  candidates?: { content?: { parts?: ContentPart[] }; finishReason?: string }[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: ContentUsage;
  error?: unknown;
}

interface ContentPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args?: object };
  inlineData?: { mimeType: string; data: string };
}

interface ContentUsage {
  promptTokenCount?: number;
  cachedContentTokenCount?: number;
  candidatesTokenCount?: number;
  thoughtsTokenCount?: number;
}

/** In this format a whole answer and a chunk of a stream are alike. */
export function readContentChunk(reply: Reply, chunk: unknown): Reply {
  const { candidates, promptFeedback, usageMetadata, error } = chunk as Chunk;
  const candidate = candidates?.[0];
  return {
    parts: (candidate?.content?.parts ?? []).reduce(readPart, reply.parts),
    finish: candidate?.finishReason ?? promptFeedback?.blockReason ?? reply.finish,
    usage: usageMetadata === undefined ? reply.usage : readUsage(usageMetadata),
    failure: error === undefined ? reply.failure : { error },
  };
}

function readPart(parts: readonly Part[], told: ContentPart): readonly Part[] {
  const key = `part-${parts.length}`;
  const { functionCall: call, inlineData: image, thoughtSignature: signature } = told;
  if (call !== undefined) {
    const given = JSON.stringify(call.args ?? {});
    return [
      ...parts,
      { kind: 'call', key, id: call.id ?? key, name: call.name, arguments: given, signature },
    ];
  }
  if (image !== undefined) {
    return [...parts, { kind: 'image', key, mediaType: image.mimeType, data: image.data, signature }];
  }
  return told.text === undefined ? parts : readText(parts, told.text, told);
}

/** Words go on where the last ones ended, unless a signature closed them. */
function readText(
  parts: readonly Part[],
  text: string,
  { thought, thoughtSignature: signature }: ContentPart,
): readonly Part[] {
  const kind = thought === true ? 'reasoning' : 'text';
  const last = parts.at(-1);
  if (last?.kind === kind && last.signature === undefined) {
    return parts.with(parts.length - 1, { ...last, text: last.text + text, signature });
  }
  return text === '' && signature === undefined
    ? parts
    : [...parts, { kind, key: `part-${parts.length}`, text, signature }];
}

function readUsage(usage: ContentUsage): Usage {
  const reasoningTokens = usage.thoughtsTokenCount ?? 0;
  return {
    inputTokens: usage.promptTokenCount ?? 0,
    cachedTokens: usage.cachedContentTokenCount ?? 0,
    outputTokens: (usage.candidatesTokenCount ?? 0) + reasoningTokens,
    reasoningTokens,
  };
}
