import assert from 'node:assert/strict';
import {
  ASK,
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
const tools = [{ name: TOOL_NAME, input_schema: TOOL_PARAMETERS }];
const thinking = { type: 'enabled', budget_tokens: 2000 };

const cases = {
  async plain({ client, model }) {
    const { content, usage } = await client.messages.create({
      model,
      max_tokens: 100,
      messages: [user(ASK.toGreet)],
    });
    assert.equal(content[0].text, GREETING);
    assert.deepEqual([usage.input_tokens, usage.output_tokens], [USAGE.input, USAGE.output]);
  },
  async streamed({ client, model }) {
    const stream = client.messages.stream({ model, max_tokens: 100, messages: [user(ASK.toGreet)] });
    assert.equal(await stream.finalText(), GREETING);
    const { usage } = await stream.finalMessage();
    assert.equal(usage.output_tokens, USAGE.output);
  },
  async tool({ client, model }) {
    const request = { model, max_tokens: 100, tools, messages: [user(ASK.toUseTool)] };
    await continueConversation(client, request, await client.messages.create(request));
  },
  async streamedTool({ client, model }) {
    const request = { model, max_tokens: 100, tools, messages: [user(ASK.toUseTool)] };
    await continueConversation(client, request, await client.messages.stream(request).finalMessage());
  },
  async image({ client, model, received }) {
    const source = { type: 'base64', media_type: 'image/png', data: IMAGE_BASE64 };
    const messages = [
      user([
        { type: 'image', source },
        { type: 'text', text: ASK.toGreet },
      ]),
    ];
    const { content } = await client.messages.create({ model, max_tokens: 100, messages });
    assert.equal(content[0].text, GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
  async structured({ client, model }) {
    const { content } = await client.messages.create({
      model,
      max_tokens: 100,
      messages: [user(ASK.toForecast)],
      tools: [{ name: 'forecast', input_schema: FORECAST_SCHEMA }],
      tool_choice: { type: 'tool', name: 'forecast' },
    });
    assert.deepEqual(content.find(({ type }) => type === 'tool_use').input, FORECAST);
  },
  async reasoning({ client, model }) {
    const request = { model, max_tokens: 4000, thinking };
    const messages = [user(ASK.toThink)];
    const { content } = await client.messages.create({ ...request, messages });
    messages.push({ role: 'assistant', content }, user(ASK.toGreet));
    const next = await client.messages.create({ ...request, messages });
    assert.equal(next.content.at(-1).text, GREETING);
  },
  async 'reasoning, streamed, before a tool'({ client, model }) {
    const request = { model, max_tokens: 4000, thinking, tools, messages: [user(ASK.toUseTool)] };
    // Version 0.32 does not assemble thinking, so the blocks are taken from the events.
    const blocks = [];
    for await (const { type, content_block, delta } of await client.messages.create({
      ...request,
      stream: true,
    })) {
      if (type === 'content_block_start') blocks.push({ ...content_block });
      if (type === 'content_block_delta') appendDelta(blocks.at(-1), delta);
    }
    const content = blocks.map(({ json, ...block }) =>
      json ? { ...block, input: JSON.parse(json) } : block,
    );
    await continueConversation(client, request, { content });
  },
  async countTokens({ client, model }) {
    const { input_tokens } = await (client.messages.countTokens ?? client.beta.messages.countTokens).call(
      client.messages.countTokens ? client.messages : client.beta.messages,
      { model, messages: [user(ASK.toGreet)] },
    );
    assert.ok(input_tokens > 0);
  },
  async error({ client, model, library }) {
    const asked = client.messages.create({ model, max_tokens: 100, messages: [user(ASK.toFail)] });
    await assert.rejects(asked, (error) => error instanceof library.RateLimitError && error.status === 429);
  },
  async unknownModel({ client, library }) {
    const asked = client.messages.create({
      model: 'no-such-model',
      max_tokens: 9,
      messages: [user(ASK.toGreet)],
    });
    await assert.rejects(asked, (error) => error instanceof library.NotFoundError && error.status === 404);
  },
};

const newerCases = {
  async 'structured, by format'({ client, model }) {
    const { content } = await client.messages.create({
      model,
      max_tokens: 100,
      messages: [user(ASK.toForecast)],
      output_config: { format: { type: 'json_schema', schema: FORECAST_SCHEMA } },
    });
    assert.deepEqual(JSON.parse(content[0].text), FORECAST);
  },
  async toolRunner({ client, model }) {
    const message = await client.beta.messages.toolRunner({
      model,
      max_tokens: 100,
      messages: [user(ASK.toUseTool)],
      tools: [{ ...tools[0], type: 'custom', run: () => WEATHER, parse: (input) => input }],
    });
    assert.equal(message.content.at(-1).text, TOOL_ANSWER);
  },
  async models({ client, model }) {
    const ids = [];
    for await (const { id } of client.models.list()) ids.push(id);
    assert.ok(ids.includes(model));
  },
};

async function continueConversation(client, request, { content }) {
  const call = content.find(({ type }) => type === 'tool_use');
  assert.deepEqual([call.name, call.input], [TOOL_NAME, { city: 'Oslo' }]);
  const result = { type: 'tool_result', tool_use_id: call.id, content: WEATHER };
  const messages = [...request.messages, { role: 'assistant', content }, user([result])];
  const answer = await client.messages.create({ ...request, messages });
  assert.equal(answer.content.at(-1).text, TOOL_ANSWER);
}

function appendDelta(block, { text, partial_json: json, thinking: thought, signature }) {
  if (text !== undefined) block.text += text;
  if (json !== undefined) block.json = (block.json ?? '') + json;
  if (thought !== undefined) block.thinking += thought;
  if (signature !== undefined) block.signature = signature;
}

export const anthropicClients = [
  ['@anthropic-ai/sdk 0.32', 'older', cases],
  ['@anthropic-ai/sdk 1.8', 'current', { ...cases, ...newerCases }],
].map(([name, folder, ownCases]) => ({
  // It continues in a thread that the service stores, which no fake does.
  without: ['toolRunner over messages'],
  name,
  folder,
  async connect(load, { origin, token }) {
    const library = await load('@anthropic-ai/sdk');
    return { library, client: new library.default({ baseURL: origin, apiKey: token, maxRetries: 0 }) };
  },
  cases: ownCases,
}));
