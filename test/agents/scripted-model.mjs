const DIRECTIVE = /\[\[(say|shell|fail|overflow|count) ([\w-]+)\]\]/g;

/** So many tokens that every client has to shorten the conversation. */
const FULL = { input: 2_000_000, cached: 0, output: 1_000, reasoning: 0 };

/** Rounds of tools in a long conversation. */
export const LONG_ROUNDS = 8;
/** A text that makes a conversation too long for the model, if this is needed. */
export const LONG_TEXT = 'The quick brown fox jumps over the lazy dog near the river bank. '.repeat(1_500);

/** The directives in prompts for the model. */
export const asking = {
  toSay: (word) => `[[say ${word}]]`,
  toRun: (word) => `[[shell ${word}]]`,
  toFailOnce: (word) => `[[fail ${word}]]`,
  toOverflow: (word) => `[[overflow ${word}]]`,
  toCountMany: (word) => `[[count ${word}]]`,
};

/** Prints and stores a number that only this command can compute. */
export function buildCommand(word, factor) {
  return `expr ${factor} "*" 1009 | sed s/^/sum=/ | tee -a ran-${word}.txt`;
}

/** A model that calls the shell of the client on a directive, and returns its result. */
export class ScriptedModel {
  #called = new Map();
  #shell;
  #tasks;

  /** Tasks define how the number is computed, and how many times in a row the shell is called for it. */
  constructor({ shell, tasks }) {
    this.#shell = shell;
    this.#tasks = tasks;
  }

  answer({ userTexts, toolNames, toolResults, schema }) {
    if (schema !== undefined) return { text: JSON.stringify(sample(schema)) };
    const [kind, word] = lastDirective(userTexts) ?? [];
    // Some clients use a model of their own vendor for small tasks, which another lane replaces.
    if (kind === 'shell' && this.#tasks.has(word)) return this.#useShell({ word, toolNames, toolResults });
    // A client that shortens a conversation sends the request while it still is long.
    const isLong = userTexts.some((text) => text.includes(LONG_TEXT));
    if (kind === 'overflow' && isLong) return { text: `There was a fox. ${asking.toSay(word)}` };
    const text = kind === undefined ? 'Fine.' : `As you say: ${word}.`;
    return kind === 'count' && isLong ? { text, usage: FULL } : { text };
  }

  #useShell({ word, toolNames, toolResults }) {
    const { factor, rounds } = this.#tasks.get(word);
    const count = this.#called.get(word) ?? 0;
    const call = this.#shell(toolNames, buildCommand(word, factor + count));
    if (count >= rounds || !call) return { text: `It said ${sumIn(toolResults)}.` };
    this.#called.set(word, count + 1);
    return { reasoning: 'It has to be computed.', toolCalls: [call] };
  }
}

function sumIn(results) {
  const sums = results.flatMap((result) => /sum=(\d+)/.exec(result)?.[1] ?? []);
  return sums.at(-1) ?? `nothing, but ${results.join(' and ').slice(0, 200)}`;
}

/** The last directive of the user. */
export function lastDirective(texts) {
  const found = [...texts.join('\n').matchAll(DIRECTIVE)].at(-1);
  return found && [found[1], found[2]];
}

/** The smallest value that fits a schema. */
function sample({ type, properties, enum: values, items, anyOf }) {
  if (values) return values[0];
  if (anyOf) return sample(anyOf[0]);
  switch (String(Array.isArray(type) ? type[0] : type).toLowerCase()) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, schema]) => [name, sample(schema)]),
      );
    case 'array':
      return items ? [sample(items)] : [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'fine';
  }
}
