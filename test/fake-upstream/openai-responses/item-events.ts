import { jsonChunks } from '../scenarios/json-chunks.js';
import { parseWords } from '../scenarios/words.js';
import type { ContentPart, OutputItem } from './output-items.js';

type Reasoning = Extract<OutputItem, { type: 'reasoning' }>;
type Message = Extract<OutputItem, { type: 'message' }>;
type CustomCall = Extract<OutputItem, { type: 'custom_tool_call' }>;
type FunctionCall = Extract<OutputItem, { type: 'function_call' }>;

/** All events of one item. */
export function itemEvents(item: OutputItem, outputIndex: number): object[] {
  return [
    { type: 'response.output_item.added', output_index: outputIndex, item: emptied(item) },
    ...contentEvents(item).map((event) => ({ ...event, item_id: item.id, output_index: outputIndex })),
    { type: 'response.output_item.done', output_index: outputIndex, item },
  ];
}

function emptied(item: OutputItem): object {
  switch (item.type) {
    case 'reasoning':
      return { type: item.type, id: item.id, summary: [] };
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' };
  }
}

function contentEvents(item: OutputItem): object[] {
  switch (item.type) {
    case 'reasoning':
      return summaryEvents(item);
    case 'message':
      return messageEvents(item);
    case 'function_call':
      return argumentsEvents(item);
    case 'custom_tool_call':
      return inputEvents(item);
  }
}

function summaryEvents({ summary }: Reasoning): object[] {
  return summary.flatMap((part, index) => {
    const place = { summary_index: index };
    const deltas = parseWords(part.text).map((delta) => ({
      type: 'response.reasoning_summary_text.delta',
      ...place,
      delta,
    }));
    return [
      { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
      ...deltas,
      { type: 'response.reasoning_summary_text.done', ...place, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...place, part },
    ];
  });
}

function messageEvents({ content }: Message): object[] {
  return content.flatMap((part, index) => {
    const events = part.type === 'refusal' ? refusalEvents(part.refusal) : textEvents(part.text);
    return [
      { type: 'response.content_part.added', part: emptyPart(part) },
      ...events,
      { type: 'response.content_part.done', part },
    ].map((event) => ({ ...event, content_index: index }));
  });
}

function emptyPart(part: ContentPart): object {
  return part.type === 'refusal' ? { ...part, refusal: '' } : { ...part, text: '' };
}

function textEvents(text: string): object[] {
  return [
    ...parseWords(text).map((delta) => ({ type: 'response.output_text.delta', delta, logprobs: [] })),
    { type: 'response.output_text.done', text, logprobs: [] },
  ];
}

function refusalEvents(refusal: string): object[] {
  return [
    ...parseWords(refusal).map((delta) => ({ type: 'response.refusal.delta', delta })),
    { type: 'response.refusal.done', refusal },
  ];
}

function argumentsEvents({ name, arguments: json }: FunctionCall): object[] {
  return [
    ...jsonChunks(json).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
    { type: 'response.function_call_arguments.done', name, arguments: json },
  ];
}

function inputEvents({ input }: CustomCall): object[] {
  return [
    ...jsonChunks(input).map((delta) => ({ type: 'response.custom_tool_call_input.delta', delta })),
    { type: 'response.custom_tool_call_input.done', input },
  ];
}
