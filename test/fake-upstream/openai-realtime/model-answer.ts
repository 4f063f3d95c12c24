import { isObject } from '../fields.js';
import { answerTo, type Answer, type Scenario } from '../scenarios/answer.js';
import type { Prompt } from '../scenarios/prompt.js';
import type { ResponseSettings } from './response-settings.js';

const TOOL_SCENARIOS: readonly (Scenario | undefined)[] = ['tool', 'parallel-tools', 'reasoning-tool'];

/** Follows the scenario. Without one it repeats the user's text, or calls the tool that the text names. */
export function modelAnswer(
  prompt: Prompt,
  { tool_choice: choice }: ResponseSettings,
  scenario: Scenario | undefined,
): Answer {
  const hasTools = prompt.toolNames.length > 0 && choice !== 'none';
  if (scenario) return answerTo(prompt, TOOL_SCENARIOS.includes(scenario) && !hasTools ? 'text' : scenario);
  const named = prompt.toolNames.find((name) => prompt.lastUserText.includes(name));
  const isToolTurn = named !== undefined || choice === 'required' || isObject(choice);
  if (!hasTools || !(isToolTurn || prompt.toolResults.length > 0)) return answerTo(prompt, undefined);
  const toolNames = named === undefined ? prompt.toolNames : [named];
  const { usage } = answerTo(prompt, undefined);
  return { ...answerTo({ ...prompt, toolNames }, 'tool'), usage };
}
