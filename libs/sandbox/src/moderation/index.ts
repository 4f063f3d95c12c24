import { createHash } from 'node:crypto';
import { type JsonObject, type ModerationPart, type ModerationVerdict } from '#canonical';
import { openAiModerationsClient } from '#wire';
import { beginAsDirected } from '../begin-as-directed.js';
import { readDirectives } from '../directives.js';
import { type ModelAnswer, jsonBody, sendJson } from '../send.js';
import { classifyText } from './classify-text.js';

export const sandboxModeration: ModelAnswer = async (outbound, signal) => {
  const body = jsonBody(outbound);
  const json = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  const asked = openAiModerationsClient.decodeRequest(json, {});
  const { directives } = readDirectives(asked.subjects.map(getText).join('\n'), 'input');
  const { fault } = directives;
  await beginAsDirected(directives, signal);
  const answer = { verdicts: asked.subjects.map(judge) };
  const requestId = `sandbox-${createHash('sha256').update(body).digest('hex').slice(0, 24)}`;
  return sendJson(openAiModerationsClient.encodeResponse(answer, { asked, requestId }), { fault, signal });
};

/** It reads; images it cannot see. */
function getText(subject: readonly ModerationPart[]): string {
  return subject.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
}

function judge(subject: readonly ModerationPart[]): ModerationVerdict {
  const { flagged, categories, scores } = classifyText(readDirectives(getText(subject), 'input').text);
  return { isFlagged: flagged, categories, scores };
}
