import { isDeepStrictEqual } from 'node:util';
import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type JsonValue,
  type RequestField,
} from '#canonical';
import { type RouteHints } from '../chat-codec.js';
import { type WireFormatId } from '../format-ids.js';
import { type JsonDocument } from '../json-scan/json-document.js';
import { type ByteEdit } from '../json-scan/splice-bytes.js';
import { fitToModel } from '../model-rules/fit-to-model.js';
import { type ModelRule } from '../model-rules/model-rule.js';
import { isJsonObject } from '../validation/json-values.js';
import { type LostParameter, type WireFormat } from '../wire-format.js';
import { MemberChanges, editDocument } from './edit-members.js';
import { findMembers, locateMember, readMember } from './field-members.js';

/** What has to be changed in a request before its model takes it. */
export interface Repairs {
  edits: readonly ByteEdit[];
  /** What the model does not get, or not as it was asked for. */
  lost: readonly LostParameter[];
  /** What it gets under another name. */
  renamed: readonly string[];
}

interface RepairTarget {
  id: WireFormatId;
  format: WireFormat;
  /** What the upstream calls it. */
  model: string;
  /** What is known of it. */
  rule: ModelRule | undefined;
  hints: RouteHints;
}

const NONE: Repairs = { edits: [], lost: [], renamed: [] };

/** A conversation in each format: only the settings of a request are looked at. */
const CONVERSATIONS: Partial<Record<WireFormatId, JsonObject>> = {
  'openai-chat': { messages: [{ role: 'user', content: '?' }] },
  'openai-responses': { input: '?' },
  'anthropic-messages': { max_tokens: 1, messages: [{ role: 'user', content: '?' }] },
  'gemini-generate-content': { contents: [{ parts: [{ text: '?' }] }] },
};

/** Where each format says how to reason; what else may stand there stays. */
const REASONING_MEMBERS: Partial<Record<WireFormatId, readonly string[]>> = {
  'openai-chat': ['reasoning_effort', 'reasoning', 'thinking'],
  'openai-responses': ['reasoning.effort'],
  'anthropic-messages': ['thinking', 'output_config.effort', 'max_tokens'],
  'gemini-generate-content': ['generationConfig.thinkingConfig'],
};

/**
 * What a model is known to refuse of a request that goes on in its own format, by the rules that translation has.
 * Throws for what an answer without it would not be the one that was asked for.
 */
export function planRepairs(document: JsonDocument, target: RepairTarget): Repairs {
  const { rule } = target;
  if (rule === undefined) return NONE;
  const changes = new MemberChanges();
  const renamed = planRenames(document, rule, { target, changes });
  const fields = listRuledFields(rule);
  const asked = readSettings(document, fields, target);
  const lost = asked === undefined ? [] : planLosses(document, { asked, fields, target, changes });
  return { edits: editDocument(document, changes), lost, renamed };
}

function planRenames(
  document: JsonDocument,
  { renames = {} }: ModelRule,
  { target, changes }: { target: RepairTarget; changes: MemberChanges },
): string[] {
  const usual = new Set(Object.values(target.format.ingress.fieldNames));
  const isGiven = (name: string): boolean => readMember(document, [name]) !== undefined;
  // A rule may be for several formats, not all of which have such a member.
  const given = Object.entries(renames).filter(
    ([name, known]) => isGiven(name) && (usual.has(name) || usual.has(known)),
  );
  for (const [name, known] of given) {
    // Where both are given, the usual name of the format counts.
    if (isGiven(known) && usual.has(known)) changes.set([name], undefined);
    else {
      changes.rename(name, known);
      changes.set([known], undefined);
    }
  }
  return given.map(([name]) => name);
}

function listRuledFields({
  refuses,
  refusesWhileReasoning,
  takesOneOf,
  reasoning,
}: ModelRule): RequestField[] {
  const fields = [...(refuses ?? []), ...(refusesWhileReasoning?.fields ?? []), ...(takesOneOf ?? [])];
  if (refuses?.includes('tools') === true) fields.push('toolChoice', 'allowsParallelCalls');
  const isAboutReasoning = reasoning !== undefined || refusesWhileReasoning !== undefined;
  return [...new Set(isAboutReasoning ? [...fields, 'reasoning' as const] : fields)];
}

/** As the hub has them. Undefined where they cannot be read: it is for the upstream to say what is wrong with them. */
function readSettings(
  document: JsonDocument,
  fields: readonly RequestField[],
  { id, format, model, hints }: RepairTarget,
): ChatRequest | undefined {
  const settings: JsonObject = { model, ...CONVERSATIONS[id] };
  for (const field of [...fields, 'maxOutputTokens' as const]) {
    for (const [root = '', inner] of findMembers(document, field, { id, format })) {
      const value = readMember(document, inner === undefined ? [root] : [root, inner]) as JsonValue;
      const known = settings[root];
      settings[root] =
        inner === undefined ? value : { ...(isJsonObject(known) ? known : {}), [inner]: value };
    }
  }
  try {
    return format.ingress.decodeRequest(settings, hints).value;
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

function planLosses(
  document: JsonDocument,
  {
    asked,
    fields,
    target,
    changes,
  }: { asked: ChatRequest; fields: readonly RequestField[]; target: RepairTarget; changes: MemberChanges },
): LostParameter[] {
  const { value: fitted, warnings } = fit(asked, target);
  for (const field of fields) {
    if (asked[field] === undefined || fitted[field] !== undefined) continue;
    for (const path of findMembers(document, field, target)) changes.set(path, undefined);
  }
  const { maxOutputTokens } = fitted;
  if (maxOutputTokens !== undefined && maxOutputTokens !== asked.maxOutputTokens) {
    const paths = findMembers(document, 'maxOutputTokens', target);
    for (const path of paths) changes.replace(path, maxOutputTokens);
  }
  const isReasoningOther =
    fitted.reasoning !== undefined && !isDeepStrictEqual(fitted.reasoning, asked.reasoning);
  if (isReasoningOther) setReasoning(document, fitted, target, changes);
  return warnings.map(({ field, reason }) => ({ param: getName(field, target), reason }));
}

function setReasoning(
  document: JsonDocument,
  fitted: ChatRequest,
  { id, format, model, rule }: RepairTarget,
  changes: MemberChanges,
): void {
  const { value: encoded } = format.egress.encodeRequest(fitted, model, { rule });
  for (const name of REASONING_MEMBERS[id] ?? []) {
    const path = locateMember(document, name);
    const [root = '', inner] = name.split('.');
    const outer = encoded[root];
    const wanted = inner === undefined ? outer : isJsonObject(outer) ? outer[inner] : undefined;
    if (!isDeepStrictEqual(wanted, readMember(document, path))) changes.set(path, wanted);
  }
}

function fit(asked: ChatRequest, target: RepairTarget): ReturnType<typeof fitToModel> {
  try {
    return fitToModel(asked, target.rule, target.id);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.param === undefined) throw error;
    const param = getName(error.param as RequestField, target);
    throw new GatewayError(error.kind, error.message, { param, code: error.code });
  }
}

function getName(field: RequestField | { param: string }, { format }: RepairTarget): string {
  return typeof field === 'string' ? format.ingress.fieldNames[field] : field.param;
}
