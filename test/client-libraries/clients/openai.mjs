import assert from 'node:assert/strict';
import {
  ASK,
  EMBEDDING_MODEL,
  FORECAST,
  FORECAST_SCHEMA,
  GREETING,
  IMAGE_BASE64,
  TOOL_ANSWER,
  TOOL_NAME,
  TOOL_PARAMETERS,
  USAGE,
  WEATHER,
} from '../scripted-model.mjs';

const user = (content) => ({ role: 'user', content });
const tools = [{ type: 'function', function: { name: TOOL_NAME, parameters: TOOL_PARAMETERS } }];
const flatTools = [{ type: 'function', name: TOOL_NAME, parameters: TOOL_PARAMETERS, strict: false }];

const chatCases = {
  async plain({ chat, model }) {
    const { choices, usage } = await chat.create({ model, messages: [user(ASK.toGreet)] });
    assert.equal(choices[0].message.content, GREETING);
    assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [USAGE.input, USAGE.output]);
  },
  async streamed({ chat, model }) {
    const stream = await chat.create({
      model,
      messages: [user(ASK.toGreet)],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
    }
    assert.equal(text, GREETING);
    assert.equal(usage.prompt_tokens, USAGE.input);
  },
  async tool({ chat, model }) {
    const messages = [user(ASK.toUseTool)];
    const { choices } = await chat.create({ model, messages, tools });
    assert.equal(choices[0].finish_reason, 'tool_calls');
    await continueConversation({ chat, model, messages, turn: choices[0].message });
  },
  async streamedTool({ chat, helpers, model }) {
    const messages = [user(ASK.toUseTool)];
    const stream = helpers.stream({ model, messages, tools });
    const { choices } = await stream.finalChatCompletion();
    await continueConversation({ chat, model, messages, turn: choices[0].message });
  },
  async toolRunner({ helpers, model }) {
    const run = helpers.runTools({
      model,
      messages: [user(ASK.toUseTool)],
      tools: [
        { type: 'function', function: { ...tools[0].function, parse: JSON.parse, function: () => WEATHER } },
      ],
    });
    assert.equal(await run.finalContent(), TOOL_ANSWER);
  },
  async image({ chat, model, received }) {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE_BASE64}` } };
    const { choices } = await chat.create({
      model,
      messages: [user([{ type: 'text', text: ASK.toGreet }, image])],
    });
    assert.equal(choices[0].message.content, GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
  async structured({ helpers, model }) {
    const json_schema = { name: 'forecast', schema: FORECAST_SCHEMA, strict: true };
    const { choices } = await helpers.parse({
      model,
      messages: [user(ASK.toForecast)],
      response_format: { type: 'json_schema', json_schema },
    });
    assert.deepEqual(JSON.parse(choices[0].message.content), FORECAST);
  },
  async reasoning({ chat, model }) {
    const messages = [user(ASK.toThink)];
    const { choices } = await chat.create({ model, messages, reasoning_effort: 'low' });
    assert.equal(choices[0].message.content, GREETING);
    messages.push(choices[0].message, user(ASK.toGreet));
    const next = await chat.create({ model, messages, reasoning_effort: 'low' });
    assert.equal(next.choices[0].message.content, GREETING);
  },
};

async function continueConversation({ chat, model, messages, turn }) {
  const [call] = turn.tool_calls;
  assert.equal(call.function.name, TOOL_NAME);
  assert.deepEqual(JSON.parse(call.function.arguments), { city: 'Oslo' });
  const result = { role: 'tool', tool_call_id: call.id, content: WEATHER };
  const { choices } = await chat.create({ model, messages: [...messages, turn, result], tools });
  assert.equal(choices[0].message.content, TOOL_ANSWER);
}

const responsesCases = {
  async 'responses plain'({ client, model }) {
    const response = await client.responses.create({ model, input: ASK.toGreet });
    assert.equal(response.output_text, GREETING);
    assert.equal(response.usage.input_tokens, USAGE.input);
  },
  async 'responses streamed'({ client, model }) {
    const stream = await client.responses.create({ model, input: ASK.toGreet, stream: true });
    let text = '';
    for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
    assert.equal(text, GREETING);
  },
  async 'responses tool'({ client, model }) {
    const input = [user(ASK.toUseTool)];
    const response = await client.responses.create({ model, input, tools: flatTools });
    const { output_text } = await client.responses.create({
      model,
      input: [...input, ...response.output, toResult(response)],
      tools: flatTools,
    });
    assert.equal(output_text, TOOL_ANSWER);
  },
  async 'responses streamed tool, by id'({ client, model }) {
    const request = { model, tools: flatTools, reasoning: { effort: 'low' } };
    const stream = client.responses.stream({ ...request, input: ASK.toUseTool });
    const first = await stream.finalResponse();
    const second = await client.responses.create({
      ...request,
      input: [toResult(first)],
      previous_response_id: first.id,
    });
    assert.equal(second.output_text, TOOL_ANSWER);
  },
  async 'responses structured'({ client, model }) {
    const format = { type: 'json_schema', name: 'forecast', schema: FORECAST_SCHEMA, strict: true };
    const response = await client.responses.parse({ model, input: ASK.toForecast, text: { format } });
    assert.deepEqual(JSON.parse(response.output_text), FORECAST);
  },
  async 'responses reasoning, sealed'({ client, model }) {
    const request = {
      model,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low' },
    };
    const first = await client.responses.create({ ...request, input: [user(ASK.toThink)] });
    assert.ok(first.output.some(({ type }) => type === 'reasoning'));
    const input = [user(ASK.toThink), ...first.output, user(ASK.toGreet)];
    const second = await client.responses.create({ ...request, input });
    assert.equal(second.output_text, GREETING);
  },
};

function toResult({ output }) {
  const call = output.find(({ type }) => type === 'function_call');
  assert.equal(call.name, TOOL_NAME);
  return { type: 'function_call_output', call_id: call.call_id, output: WEATHER };
}

/** Tested once for each library: the result does not depend on the service. */
const otherCases = {
  async embeddings({ client }) {
    const { data } = await client.embeddings.create({ model: EMBEDDING_MODEL, input: ['one', 'two'] });
    assert.deepEqual(
      data.map(({ embedding }) => typeof embedding[0]),
      ['number', 'number'],
    );
  },
  async models({ client, model }) {
    const ids = [];
    for await (const { id } of client.models.list()) ids.push(id);
    assert.ok(ids.includes(model));
  },
  async error({ chat, model, library }) {
    const asked = chat.create({ model, messages: [user(ASK.toFail)] });
    await assert.rejects(asked, (error) => error instanceof library.RateLimitError && error.status === 429);
  },
  async unknownModel({ chat, library }) {
    const asked = chat.create({ model: 'no-such-model', messages: [user(ASK.toGreet)] });
    await assert.rejects(
      asked,
      (error) => error instanceof library.NotFoundError && error.code === 'model_not_found',
    );
  },
};

export const openaiClients = [
  [4, 'older', 'openai-4'],
  [5, 'older', 'openai-5'],
  [6, 'current', 'openai-6'],
  [7, 'current', 'openai'],
].map(([version, folder, packageName]) => ({
  name: `openai ${version}`,
  folder,
  async connect(load, { origin, token }) {
    const library = await load(packageName);
    const client = new library.default({ baseURL: `${origin}/v1`, apiKey: token, maxRetries: 0 });
    // The beta helpers of version 4 were moved to the main namespace.
    const helpers = version === 4 ? client.beta.chat.completions : client.chat.completions;
    return { library, client, chat: client.chat.completions, helpers };
  },
  cases: { ...chatCases, ...responsesCases, ...otherCases },
}));
