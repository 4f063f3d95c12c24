import {
  type AssistantPart,
  type ChatRequest,
  type ChatResponse,
  type FinishKind,
  type Message,
} from '#canonical';
import * as fc from 'fast-check';

/** Text that upstreams accept: not empty, not only spaces, and without surrogate halves. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((raw) => `t${raw}`)
  .filter((value) => Buffer.from(value).toString() === value);

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
const callId = fc.stringMatching(/^call_[A-Za-z0-9]{24}$/);
const json = fc
  .dictionary(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
  )
  .map((value) => JSON.stringify(value));

const toolCall: fc.Arbitrary<AssistantPart> = fc
  .record({ id: callId, name, arguments: json })
  .map((call) => ({ type: 'tool-call', ...call }));

/** What every format can express: an optional text, then optional calls. */
const answerContent: fc.Arbitrary<AssistantPart[]> = fc
  .record({
    text: fc.option(text),
    calls: fc.uniqueArray(toolCall, { maxLength: 3, selector: (part) => ('id' in part ? part.id : '') }),
  })
  .map(({ text: said, calls }) => [
    ...(said === null ? [] : [{ type: 'text' as const, text: said }]),
    ...calls,
  ])
  .filter((content) => content.length > 0);

export const chatResponse: fc.Arbitrary<ChatResponse> = fc
  .record({
    id: fc.stringMatching(/^[a-z]{4}_[A-Za-z0-9]{12}$/),
    content: answerContent,
    ending: fc.constantFrom<FinishKind>('stop', 'length'),
    input: fc.nat(100_000),
    output: fc.nat(100_000),
  })
  .map(({ id, content, ending, input, output }) => {
    const kind = content.some((part) => part.type === 'tool-call') ? 'tool-calls' : ending;
    return {
      id,
      model: 'm',
      createdAtSeconds: 1_700_000_000,
      choices: [{ index: 0, content, finish: { kind } }],
      usage: { inputTokens: input, outputTokens: output },
    };
  });

/** A turn of the user, the assistant's response, and the results of its calls. */
const exchange: fc.Arbitrary<Message[]> = fc
  .record({ question: text, answer: answerContent, result: text })
  .map(({ question, answer, result }) => {
    const calls = answer.filter((part) => part.type === 'tool-call');
    const messages: Message[] = [
      { role: 'user', content: [{ type: 'text', text: question }] },
      { role: 'assistant', content: answer },
    ];
    if (calls.length > 0) {
      const results = calls.map((call) => ({
        callId: call.id,
        name: call.name,
        content: [{ type: 'text' as const, text: result }],
        isError: false,
      }));
      messages.push({ role: 'tool', results });
    }
    return messages;
  });

export const chatRequest: fc.Arbitrary<ChatRequest> = fc
  .record({
    system: fc.option(text),
    exchanges: fc.array(exchange, { maxLength: 3 }),
    last: text,
    isStreamed: fc.boolean(),
  })
  .map(({ system, exchanges, last, isStreamed }) => {
    const messages: Message[] = [
      ...(system === null
        ? []
        : [{ role: 'system' as const, content: [{ type: 'text' as const, text: system }] }]),
      ...exchanges.flat(),
      { role: 'user', content: [{ type: 'text', text: last }] },
    ];
    const names = messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
        : [],
    );
    const tools = [...new Set(names)].map((tool) => ({
      name: tool,
      parameters: { type: 'object', properties: {} },
    }));
    return {
      model: 'm',
      isStreamed,
      messages,
      maxOutputTokens: 1000,
      ...(tools.length > 0 ? { tools } : {}),
    };
  });

/** Every text that must not be lost. */
export function getTexts({ messages }: ChatRequest): string[] {
  return messages.flatMap((message) => {
    switch (message.role) {
      case 'tool':
        return message.results.flatMap(({ content }) =>
          content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
        );
      default:
        return message.content.flatMap((part) => ('text' in part ? [part.text] : []));
    }
  });
}
