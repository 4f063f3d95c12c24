import { type ChatRequest, type Tool, type ToolChoice as ChatToolChoice } from '#canonical';
import { chatMessages } from '../items/chat-messages.js';
import { type FunctionTool, type ToolChoice } from '../protocol/session-config.js';
import { type ResponsePlan } from './response-plan.js';

/** What the chat model is asked. */
export function chatRequest(plan: ResponsePlan, model: string, maxResponseTokens = Infinity): ChatRequest {
  const { instructions, tools, allowsParallelCalls, reasoning, temperature } = plan;
  const asked = plan.maxOutputTokens === 'inf' ? Infinity : plan.maxOutputTokens;
  const maxOutputTokens = Math.min(asked, maxResponseTokens);
  const system = { role: 'system' as const, content: [{ type: 'text' as const, text: instructions }] };
  return {
    model,
    isStreamed: true,
    messages: [...(instructions.trim() === '' ? [] : [system]), ...chatMessages(plan.context)],
    ...(tools.length > 0 ? { tools: tools.map(chatTool), toolChoice: chatToolChoice(plan.toolChoice) } : {}),
    ...(tools.length > 0 && allowsParallelCalls !== undefined ? { allowsParallelCalls } : {}),
    ...(maxOutputTokens === Infinity ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoning?.effort ? { reasoning: { effort: reasoning.effort } } : {}),
  };
}

function chatTool({ name, description, parameters }: FunctionTool): Tool {
  return { name, ...(description ? { description } : {}), ...(parameters ? { parameters } : {}) };
}

function chatToolChoice(choice: ToolChoice): ChatToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', name: choice.name };
}
