import assert from 'node:assert/strict';
import {
  ASK,
  FORECAST,
  GREETING,
  TOOL_ANSWER,
  TOOL_NAME,
  WEATHER,
  IMAGE_BASE64,
} from '../scripted-model.mjs';

const cases = {
  async plain({ agent }) {
    assert.equal((await agent.generate(ASK.toGreet)).text, GREETING);
  },
  async streamed({ agent }) {
    const { textStream } = await agent.stream(ASK.toGreet);
    let text = '';
    for await (const delta of textStream) text += delta;
    assert.equal(text, GREETING);
  },
  async tool({ agentWithTool }) {
    const { text } = await agentWithTool.generate(ASK.toUseTool);
    assert.ok(text.endsWith(TOOL_ANSWER), text);
  },
  async streamedTool({ agentWithTool }) {
    const result = await agentWithTool.stream(ASK.toUseTool);
    const text = await result.text;
    assert.ok(text.endsWith(TOOL_ANSWER), text);
  },
  async image({ agent, received }) {
    const content = [
      { type: 'text', text: ASK.toGreet },
      { type: 'image', image: `data:image/png;base64,${IMAGE_BASE64}`, mimeType: 'image/png' },
    ];
    assert.equal((await agent.generate([{ role: 'user', content }])).text, GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
  async structured({ agent, schema }) {
    const { object } = await agent.generate(ASK.toForecast, { structuredOutput: { schema } });
    assert.deepEqual(object, FORECAST);
  },
  async reasoning({ agent }) {
    const first = await agent.generate(ASK.toThink);
    const messages = [
      { role: 'user', content: ASK.toThink },
      ...first.response.messages,
      { role: 'user', content: ASK.toGreet },
    ];
    assert.equal((await agent.generate(messages)).text, GREETING);
  },
  async error({ agent }) {
    await assert.rejects(agent.generate(ASK.toFail), (error) => findStatus(error) === 429);
  },
};

function findStatus({ statusCode, cause }) {
  return statusCode ?? (cause ? findStatus(cause) : undefined);
}

/** The library's own description of a service, and models of another library that it accepts. */
const WAYS = {
  'by address':
    async (_load, { origin, token }) =>
    (model) => ({
      id: `modelgate/${model}`,
      url: `${origin}/v1`,
      apiKey: token,
    }),
  'with @ai-sdk/anthropic': async (load, { origin, token }) => {
    const { createAnthropic } = await load('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: `${origin}/v1`, apiKey: token });
  },
};

export const mastraClients = Object.entries(WAYS).map(([what, connectModel]) => ({
  name: `@mastra/core, ${what}`,
  folder: 'current',
  async connect(load, gateway) {
    const [{ Agent }, { createTool }, { z }] = await Promise.all(
      ['@mastra/core/agent', '@mastra/core/tools', 'zod'].map((name) => load(name)),
    );
    const build = await connectModel(load, gateway);
    const weather = createTool({
      id: TOOL_NAME,
      description: 'Tells it.',
      inputSchema: z.object({ city: z.string() }),
      execute: async () => WEATHER,
    });
    const perModel = (model) => {
      const settings = {
        id: 'helper',
        name: 'Helper',
        instructions: 'Help.',
        model: build(model),
        maxRetries: 0,
      };
      return {
        agent: new Agent(settings),
        agentWithTool: new Agent({ ...settings, tools: { [TOOL_NAME]: weather } }),
      };
    };
    return { perModel, schema: z.object({ city: z.string(), celsius: z.number() }) };
  },
  cases,
}));
