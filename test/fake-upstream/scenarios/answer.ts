import type { Prompt } from './prompt.js';
import { SCENARIO_REASONING, SCENARIO_TEXTS } from './scenario-texts.js';
import type { ScenarioName } from './scenario.js';
import { SCENARIO_TOKENS, type TokenUsage } from './token-usage.js';
import { parseWords } from './words.js';

export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'filter' | 'refusal';

/** The output of the model, before a service formats it. */
export interface Answer {
  reasoning: string;
  text: string;
  toolCalls: readonly ToolCall[];
  ending: FinishReason;
  usage: TokenUsage;
}

type Content = Omit<Answer, 'usage'>;

/** A model that a test defines: its output for a prompt; words are counted if it does not count. */
type ScriptedModel = (prompt: Prompt) => Partial<Answer>;

export type Scenario = ScenarioName | ScriptedModel;

/** Without a scenario the model repeats the last user text and counts words, as in 'text' without fixed counts. */
export function answerTo(prompt: Prompt, scenario: Scenario | undefined): Answer {
  if (typeof scenario === 'function') return scriptedAnswer(prompt, scenario);
  const content = buildContent(prompt, scenario ?? 'text');
  const reasoning = prompt.requiresReasoning ? SCENARIO_REASONING : content.reasoning;
  const usage = scenario ? fixedUsage(scenario, reasoning !== '') : wordCount(prompt, content.text);
  return { ...content, reasoning, usage };
}

/** Counting the tokens of a prompt costs the same in every scenario and calls no tool. */
export function getCountScenario(scenario: Scenario | undefined): 'text' | undefined {
  return typeof scenario === 'string' ? 'text' : undefined;
}

function scriptedAnswer(prompt: Prompt, model: ScriptedModel): Answer {
  const content = { ...say(''), ...model(prompt) };
  const ending = content.toolCalls.length > 0 ? 'tool-calls' : content.ending;
  return { usage: wordCount(prompt, content.text), ...content, ending };
}

function buildContent(prompt: Prompt, scenario: ScenarioName): Content {
  switch (scenario) {
    case 'text':
      return say(prompt.lastUserText);
    case 'tool':
      return useTools(prompt, ['Oslo']);
    case 'parallel-tools':
      return useTools(prompt, ['Oslo', 'Tromsø']);
    case 'reasoning-tool':
      return { ...useTools(prompt, ['Oslo']), reasoning: SCENARIO_REASONING };
    case 'reasoning':
      return { ...say(SCENARIO_TEXTS.reasoning), reasoning: SCENARIO_REASONING };
    case 'length':
    case 'filter':
    case 'refusal':
      return say(SCENARIO_TEXTS[scenario], scenario);
    default:
      return say(SCENARIO_TEXTS[scenario]);
  }
}

function say(text: string, ending: FinishReason = 'stop'): Content {
  return { reasoning: '', text, toolCalls: [], ending };
}

function useTools({ toolNames, toolResults }: Prompt, cities: readonly string[]): Content {
  if (toolResults.length > 0) return say(`The tools said: ${toolResults.join(' and ')} 🌦️`);
  const toolCalls = cities.map((city, index) => ({
    name: toolNames[index] ?? getFirst(toolNames),
    arguments: { city },
  }));
  return { reasoning: '', text: '', toolCalls, ending: 'tool-calls' };
}

function getFirst(toolNames: readonly string[]): string {
  const [name] = toolNames;
  if (name === undefined) throw new Error('The scenario calls a tool, but the request declares none');
  return name;
}

function fixedUsage(scenario: ScenarioName, hasReasoning: boolean): TokenUsage {
  return {
    ...SCENARIO_TOKENS,
    cached: scenario === 'cached' ? SCENARIO_TOKENS.cached : 0,
    reasoning: hasReasoning ? SCENARIO_TOKENS.reasoning : 0,
  };
}

/** One word is one token, which is easy to predict in a test. */
function wordCount({ words }: Prompt, text: string): TokenUsage {
  return { input: words, cached: 0, output: parseWords(text).length, reasoning: 0 };
}
