import { type Json } from '../clouds/cloud-front.js';
import { Invalid } from './errors.js';
import { CONVERSE_REQUEST, checkShape } from './shapes.js';

export interface Turn {
  role: 'user' | 'assistant';
  content: Json[];
}

/** The vendors whose models support each feature. */
const CACHING = /anthropic\.claude|amazon\.nova/;
const CLAUDE = /anthropic\./;
const WITHOUT_CHOICE = /meta\.llama/;
const WITHOUT_MIX = /meta\.llama|mistral\./;

/** Rejects what Converse rejects before it calls the model. */
export function checkConverse(model: string, body: Json): void {
  checkShape(body, CONVERSE_REQUEST);
  const turns = (body['messages'] ?? []) as Turn[];
  checkTurns(turns, model);
  checkResults(turns, model);
  checkTools(body, turns, model);
  const holdsPoints = JSON.stringify([body['system'], turns, body['toolConfig']]).includes('"cachePoint":');
  if (holdsPoints && !CACHING.test(model)) {
    throw new Invalid('You invoked an unsupported model or your request did not allow prompt caching.');
  }
}

function checkTurns(turns: readonly Turn[], model: string): void {
  if (turns[0]?.role !== 'user') {
    throw new Invalid(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  }
  if (turns.at(-1)?.role !== 'user' && !CLAUDE.test(model)) {
    throw new Invalid('A conversation must end with a user message.');
  }
  for (const [index, { role, content }] of turns.entries()) {
    if (role === turns[index - 1]?.role) {
      throw new Invalid(
        'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
      );
    }
    if (content.length === 0)
      throw new Invalid(`The content field in the Message object at messages.${index} is empty.`);
    checkContent(content, index);
  }
}

function checkContent(content: readonly Json[], turn: number): void {
  for (const [index, { text }] of content.entries()) {
    if (typeof text === 'string' && text.trim() === '') {
      throw new Invalid(
        `The text field in the ContentBlock object at messages.${turn}.content.${index} is blank. Add text to the text field, and try again.`,
      );
    }
  }
  const hasDocument = content.some((block) => 'document' in block);
  if (hasDocument && !content.some((block) => 'text' in block)) {
    throw new Invalid('Include a text content block beside a document.');
  }
  const names = content.flatMap(({ document }) => (document ? [(document as Json)['name']] : []));
  if (new Set(names).size !== names.length) throw new Invalid('Documents have duplicate names.');
}

function checkResults(turns: readonly Turn[], model: string): void {
  let open: unknown[] = [];
  for (const [index, { content }] of turns.entries()) {
    const results = listIds(content, 'toolResult');
    const isWhole = results.length === open.length && results.every((id) => open.includes(id));
    if (!isWhole) {
      throw new Invalid(
        `Expected toolResult blocks at messages.${index}.content for the following Ids: ${open.join(', ')}`,
      );
    }
    if (results.length > 0 && results.length < content.length && WITHOUT_MIX.test(model)) {
      throw new Invalid(
        `messages.${index}.content: Conversation blocks and tool result blocks cannot be provided in the same turn.`,
      );
    }
    open = listIds(content, 'toolUse');
  }
}

function listIds(content: readonly Json[], member: string): unknown[] {
  return content.flatMap((block) => (block[member] ? [(block[member] as Json)['toolUseId']] : []));
}

function checkTools({ toolConfig }: Json, turns: readonly Turn[], model: string): void {
  const usesTools = turns.some(({ content }) =>
    content.some((block) => 'toolUse' in block || 'toolResult' in block),
  );
  if (toolConfig === undefined) {
    if (!usesTools) return;
    throw new Invalid(
      'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    );
  }
  const { tools, toolChoice } = toolConfig as { tools: Json[]; toolChoice?: Json };
  const names = tools.flatMap(({ toolSpec }) => (toolSpec ? [(toolSpec as Json)['name']] : []));
  if (new Set(names).size !== names.length)
    throw new Invalid('The toolConfig field has duplicate tool names.');
  const [choice = 'auto'] = Object.keys(toolChoice ?? {});
  if (choice !== 'auto' && WITHOUT_CHOICE.test(model)) {
    throw new Invalid(
      `This model doesn't support the toolConfig.toolChoice.${choice} field. Remove toolConfig.toolChoice.${choice} and try again.`,
    );
  }
}
