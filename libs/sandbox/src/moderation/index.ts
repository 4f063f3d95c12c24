import { createHash } from 'node:crypto';
import { type JsonObject, type ModerationPart, type ModerationVerdict } from '#canonical';
import { openAiModerationsClient } from '#wire';
import { applyStartDirectives } from '../apply-start-directives.js';
import { readDirectives } from '../directives.js';
import { type ModelHandler, getJsonBody, sendJson } from '../send.js';
import { classifyText } from './classify-text.js';

export const sandboxModeration: ModelHandler = async (outbound, signal) => {
  const body = getJsonBody(outbound);
  const json = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  const request = openAiModerationsClient.decodeRequest(json, {});
  const { directives } = readDirectives(request.subjects.map(getText).join('\n'), 'input');
  const { fault } = directives;
  await applyStartDirectives(directives, signal);
  const response = { verdicts: request.subjects.map(classifySubject) };
  const requestId = `sandbox-${createHash('sha256').update(body).digest('hex').slice(0, 24)}`;
  return sendJson(openAiModerationsClient.encodeResponse(response, { asked: request, requestId }), {
    fault,
    signal,
  });
};

/** Images are not classified. */
function getText(subject: readonly ModerationPart[]): string {
  return subject.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
}

function classifySubject(subject: readonly ModerationPart[]): ModerationVerdict {
  const { flagged, categories, scores } = classifyText(readDirectives(getText(subject), 'input').text);
  return { isFlagged: flagged, categories, scores };
}
