import { isDeepStrictEqual } from 'node:util';
import {
  type ChatRequest,
  GatewayError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RequestField,
} from '#canonical';
import { type ByteEdit, type JsonDocument } from '#json-scan';
import { type RouteHints } from '../chat-codec.js';
import { type WireFormatId } from '../format-ids.js';
import { fitToModel } from '../model-rules/fit-to-model.js';
import { type ModelRule } from '../model-rules/model-rule.js';
import { type LostParameter, type WireFormat } from '../wire-format.js';
import { MemberChanges, editDocument } from './edit-members.js';
import { findMembers, findMemberPath, readMember } from './field-members.js';

/** The changes that a request needs before its model accepts it. */
export interface Repairs {
  edits: readonly ByteEdit[];
  /** Parameters that are removed or changed. */
  lost: readonly LostParameter[];
  /** Parameters that are sent under another name. */
  renamed: readonly string[];
}

interface RepairTarget {
  id: WireFormatId;
  format: WireFormat;
  /** The upstream's name of the model. */
  model: string;
  /** Undefined if nothing is known of the model. */
  rule: ModelRule | undefined;
  hints: RouteHints;
}

const NONE: Repairs = { edits: [], lost: [], renamed: [] };

/** A minimal conversation in each format, because only the settings of a request are decoded. */
const CONVERSATIONS: Partial<Record<WireFormatId, JsonObject>> = {
  'openai-chat': { messages: [{ role: 'user', content: '?' }] },
  'openai-responses': { input: '?' },
  'anthropic-messages': { max_tokens: 1, messages: [{ role: 'user', content: '?' }] },
  'gemini-generate-content': { contents: [{ parts: [{ text: '?' }] }] },
};

/** The members with the reasoning settings of each format. Other members of the same objects are unchanged. */
const REASONING_MEMBERS: Partial<Record<WireFormatId, readonly string[]>> = {
  'openai-chat': ['reasoning_effort', 'reasoning', 'thinking'],
  'openai-responses': ['reasoning.effort'],
  'anthropic-messages': ['thinking', 'output_config.effort', 'max_tokens'],
  'gemini-generate-content': ['generationConfig.thinkingConfig'],
};

/**
 * Plans the changes of a forwarded request for what its model does not support, with the same rules as translation.
 * Throws if removing a field would change the meaning of the response.
 */
export function planRepairs(document: JsonDocument, target: RepairTarget): Repairs {
  const { rule } = target;
  if (rule === undefined) return NONE;
  const changes = new MemberChanges();
  const renamed = planRenames(document, rule, { target, changes });
  const fields = listRuledFields(rule);
  const settings = readSettings(document, fields, target);
  const lost = settings === undefined ? [] : planLosses(document, { settings, fields, target, changes });
  return { edits: editDocument(document, changes), lost, renamed };
}

function planRenames(
  document: JsonDocument,
  { renames = {} }: ModelRule,
  { target, changes }: { target: RepairTarget; changes: MemberChanges },
): string[] {
  const formatNames = new Set(Object.values(target.format.ingress.fieldNames));
  const hasMember = (name: string): boolean => readMember(document, [name]) !== undefined;
  // A rule may apply to several formats, of which not all have the member.
  const renamed = Object.entries(renames).filter(
    ([name, newName]) => hasMember(name) && (formatNames.has(name) || formatNames.has(newName)),
  );
  for (const [name, newName] of renamed) {
    // If both names are set, the one of the format takes precedence.
    if (hasMember(newName) && formatNames.has(newName)) changes.set([name], undefined);
    else {
      changes.rename(name, newName);
      changes.set([newName], undefined);
    }
  }
  return renamed.map(([name]) => name);
}

function listRuledFields({
  refuses,
  refusesWhileReasoning,
  takesOneOf,
  reasoning,
}: ModelRule): RequestField[] {
  const fields = [...(refuses ?? []), ...(refusesWhileReasoning?.fields ?? []), ...(takesOneOf ?? [])];
  if (refuses?.includes('tools') === true) fields.push('toolChoice', 'allowsParallelCalls');
  const concernsReasoning = reasoning !== undefined || refusesWhileReasoning !== undefined;
  return [...new Set(concernsReasoning ? [...fields, 'reasoning' as const] : fields)];
}

/** The canonical settings; undefined if they are invalid, which is left to the upstream to report. */
function readSettings(
  document: JsonDocument,
  fields: readonly RequestField[],
  { id, format, model, hints }: RepairTarget,
): ChatRequest | undefined {
  const settings: JsonObject = { model, ...CONVERSATIONS[id] };
  for (const field of [...fields, 'maxOutputTokens' as const]) {
    for (const [root = '', inner] of findMembers(document, field, { id, format })) {
      const value = readMember(document, inner === undefined ? [root] : [root, inner]) as JsonValue;
      const existing = settings[root];
      settings[root] =
        inner === undefined ? value : { ...(isJsonObject(existing) ? existing : {}), [inner]: value };
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
    settings,
    fields,
    target,
    changes,
  }: { settings: ChatRequest; fields: readonly RequestField[]; target: RepairTarget; changes: MemberChanges },
): LostParameter[] {
  const { value: fitted, warnings } = fit(settings, target);
  for (const field of fields) {
    if (settings[field] === undefined || fitted[field] !== undefined) continue;
    for (const path of findMembers(document, field, target)) changes.set(path, undefined);
  }
  const { maxOutputTokens } = fitted;
  if (maxOutputTokens !== undefined && maxOutputTokens !== settings.maxOutputTokens) {
    const paths = findMembers(document, 'maxOutputTokens', target);
    for (const path of paths) changes.replace(path, maxOutputTokens);
  }
  const isReasoningChanged =
    fitted.reasoning !== undefined && !isDeepStrictEqual(fitted.reasoning, settings.reasoning);
  if (isReasoningChanged) setReasoning(document, fitted, target, changes);
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
    const path = findMemberPath(document, name);
    const [root = '', inner] = name.split('.');
    const outer = encoded[root];
    const encodedValue = inner === undefined ? outer : isJsonObject(outer) ? outer[inner] : undefined;
    if (!isDeepStrictEqual(encodedValue, readMember(document, path))) changes.set(path, encodedValue);
  }
}

function fit(settings: ChatRequest, target: RepairTarget): ReturnType<typeof fitToModel> {
  try {
    return fitToModel(settings, target.rule, target.id);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.param === undefined) throw error;
    const param = getName(error.param as RequestField, target);
    throw new GatewayError(error.kind, error.message, { param, code: error.code });
  }
}

function getName(field: RequestField | { param: string }, { format }: RepairTarget): string {
  return typeof field === 'string' ? format.ingress.fieldNames[field] : field.param;
}
