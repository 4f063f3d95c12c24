import {
  type JsonObject,
  MODERATION_CATEGORIES,
  type ModerationAnswer,
  type ModerationPart,
  type ModerationRequest,
  type ModerationVerdict,
} from '#canonical';
import { decodeExtensions } from '../openai-dialect/decode-extensions.js';
import { toNumber, getRecord, getRecords } from '../openai-dialect/json-reading.js';
import { RequestObject } from '../openai-dialect/request-object.js';
import { readUsage } from '../openai-dialect/usage.js';
import { badAnswer } from '../operations/bad-answer.js';
import { type ClientOperation } from '../operations/operation-format.js';
import { perCategory } from './per-category.js';
import { readInput } from './read-input.js';

const UNDERSTOOD = new Set(['model', 'input']);
/** Of these an image can be guilty, too. */
const VISIBLE = /^(self-harm|sexual$|violence)/;

export const openAiModerationsClient: ClientOperation<ModerationRequest, ModerationAnswer> = {
  decodeRequest(body) {
    const members = new RequestObject(body);
    return {
      model: members.has('model') ? members.nonEmptyString('model') : '',
      subjects: readInput(members),
      ...decodeExtensions(body, UNDERSTOOD),
    };
  },

  encodeResponse: ({ verdicts }, { asked, requestId }) => ({
    id: `modr-${requestId.replace(/^req_/, '')}`,
    model: asked.model,
    results: verdicts.map((verdict, index) => encodeVerdict(verdict, asked.subjects[index] ?? [])),
  }),

  fieldNames: { subjects: 'input' },
};

/** Services have not always judged all categories: those of which one says nothing are clear. */
export function decodeModerations(body: JsonObject, { subjects }: ModerationRequest): ModerationAnswer {
  const results = getRecords(body['results']);
  if (results.length !== subjects.length) throw badAnswer();
  return { verdicts: results.map(decodeVerdict), usage: readUsage(body['usage']) };
}

/** Whether an answer has every member that clients know, so that its bytes can go on. */
export function hasWholeVerdicts(body: JsonObject): boolean {
  return (
    typeof body['id'] === 'string' &&
    typeof body['model'] === 'string' &&
    getRecords(body['results']).every((result) =>
      MODERATION_CATEGORIES.every(
        (category) =>
          typeof getRecord(result['categories'])?.[category] === 'boolean' &&
          typeof getRecord(result['category_scores'])?.[category] === 'number' &&
          Array.isArray(getRecord(result['category_applied_input_types'])?.[category]),
      ),
    )
  );
}

function decodeVerdict(result: Record<string, unknown>): ModerationVerdict {
  const isFlagged = result['flagged'];
  const categories = getRecord(result['categories']);
  const scores = getRecord(result['category_scores']);
  if (typeof isFlagged !== 'boolean' || categories === undefined || scores === undefined) throw badAnswer();
  return {
    isFlagged,
    categories: perCategory((category) => categories[category] === true),
    scores: perCategory((category) => toNumber(scores[category]) ?? 0),
  };
}

function encodeVerdict(verdict: ModerationVerdict, subject: readonly ModerationPart[]): JsonObject {
  const kinds = (['text', 'image'] as const).filter((kind) => subject.some((part) => part.kind === kind));
  return {
    flagged: verdict.isFlagged,
    categories: verdict.categories,
    category_scores: verdict.scores,
    category_applied_input_types: perCategory((category) =>
      kinds.filter((kind) => kind === 'text' || VISIBLE.test(category)),
    ),
  };
}
