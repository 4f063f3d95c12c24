import { asFields, asList, asText, type Fields } from '../fields.js';
import type { Path } from '../refused.js';
import { badField } from './bad-field.js';
import { provesCall } from './thought-signature.js';

/** Models older than signed calls. */
const UNSIGNED_MODELS = /^gemini-[12]\b/;

interface Located {
  path: Path;
  part: Fields;
}

interface Turn {
  role: string;
  calls: readonly Located[];
  responses: readonly Located[];
  path: Path;
}

/** Calls follow the user's turn, have a signature, and each has a response in the next turn. */
export function checkFunctionTurns(contents: unknown, model: string): void {
  const turns = toTurns(asList(contents).map(asFields));
  for (const [index, turn] of turns.entries()) {
    const asked = turns[index - 1]?.calls ?? [];
    if (turn.calls.length > 0 && index === 0) {
      throw badField(
        turn.path,
        'a function call turn must come right after a user or function response turn.',
      );
    }
    if (!UNSIGNED_MODELS.test(model)) checkSignature(turn);
    checkAnswers(asked, turn.responses, turn.path);
  }
  const last = turns.at(-1);
  if (last && last.calls.length > 0) checkAnswers(last.calls, [], last.path);
}

/** Adjacent contents of one role are one turn. */
function toTurns(contents: readonly Fields[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, { role = 'user', parts }] of contents.entries()) {
    const path = ['contents', index];
    const located = asList(parts).map((part, position) => ({
      path: [...path, 'parts', position],
      part: asFields(part),
    }));
    const calls = located.filter(({ part }) => part.functionCall);
    const responses = located.filter(({ part }) => part.functionResponse);
    const last = turns.at(-1);
    if (last && last.role === role) {
      turns.splice(-1, 1, {
        ...last,
        calls: [...last.calls, ...calls],
        responses: [...last.responses, ...responses],
      });
    } else turns.push({ role: String(role), calls, responses, path });
  }
  return turns;
}

/** The first call of a turn requires a signature, the others do not. */
function checkSignature({ calls }: Turn): void {
  for (const [index, { part, path }] of calls.entries()) {
    const call = asFields(part.functionCall);
    const { thoughtSignature: signature } = part;
    if (signature === undefined && index > 0) continue;
    if (signature === undefined) {
      const message = `Function call ${String(call.name)} is missing a thought_signature.`;
      throw badField([...path, 'thoughtSignature'], message);
    }
    if (!provesCall(asText(signature), call)) {
      throw badField([...path, 'thoughtSignature'], 'Thought signature is not valid.');
    }
  }
}

/** A duplicate result counts once: Google's own agent repeats results when it resumes a session. */
function toUnique(answered: readonly Located[]): Located[] {
  const seen = new Set<string>();
  return answered.filter(({ part }) => {
    const { id } = asFields(part.functionResponse);
    if (typeof id !== 'string') return true;
    const text = JSON.stringify(part);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

function checkAnswers(asked: readonly Located[], given: readonly Located[], path: Path): void {
  const answered = toUnique(given);
  if (asked.length !== answered.length) {
    throw badField(
      path,
      'Please ensure that the number of function response parts is equal to the number of function call ' +
        'parts of the function call turn.',
    );
  }
  for (const [index, { part, path: place }] of answered.entries()) {
    const call = asFields(asked[index]?.part.functionCall);
    const response = asFields(part.functionResponse);
    const isOther = response.id !== undefined && response.id !== call.id;
    if (response.name !== call.name || isOther) {
      throw badField([...place, 'functionResponse'], `does not answer the call of ${String(call.name)}.`);
    }
  }
}
