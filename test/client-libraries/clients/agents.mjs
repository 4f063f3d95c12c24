import assert from 'node:assert/strict';
import {
  ASK,
  FORECAST,
  GREETING,
  IMAGE_BASE64,
  TOOL_ANSWER,
  TOOL_NAME,
  TOOL_PARAMETERS,
  USAGE,
  WEATHER,
} from '../scripted-model.mjs';

const cases = {
  async plain({ runner, agent }) {
    const { finalOutput, state } = await runner.run(agent, ASK.toGreet);
    assert.equal(finalOutput, GREETING);
    assert.equal(state.usage.inputTokens, USAGE.input);
  },
  async streamed({ runner, agent }) {
    const result = await runner.run(agent, ASK.toGreet, { stream: true });
    let text = '';
    for await (const delta of result.toTextStream()) text += delta;
    await result.completed;
    assert.equal(text, GREETING);
  },
  async tool({ runner, agentWithTool }) {
    const { finalOutput } = await runner.run(agentWithTool, ASK.toUseTool);
    assert.equal(finalOutput, TOOL_ANSWER);
  },
  async streamedTool({ runner, agentWithTool }) {
    const result = await runner.run(agentWithTool, ASK.toUseTool, { stream: true });
    for await (const _ of result);
    await result.completed;
    assert.equal(result.finalOutput, TOOL_ANSWER);
  },
  async image({ runner, agent, received }) {
    const content = [
      { type: 'input_text', text: ASK.toGreet },
      { type: 'input_image', image: `data:image/png;base64,${IMAGE_BASE64}` },
    ];
    const { finalOutput } = await runner.run(agent, [{ role: 'user', content }]);
    assert.equal(finalOutput, GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
  async structured({ runner, forecaster }) {
    const { finalOutput } = await runner.run(forecaster, ASK.toForecast);
    assert.deepEqual(finalOutput, FORECAST);
  },
  async reasoning({ runner, agent }) {
    const { history } = await runner.run(agent, ASK.toThink);
    const { finalOutput } = await runner.run(agent, [...history, { role: 'user', content: ASK.toGreet }]);
    assert.equal(finalOutput, GREETING);
  },
  async error({ runner, agent }) {
    await assert.rejects(runner.run(agent, ASK.toFail), ({ status }) => status === 429);
  },
  async unknownModel({ runner, agent }) {
    const asked = runner.run(agent.clone({ model: 'no-such-model' }), ASK.toGreet);
    await assert.rejects(asked, ({ status }) => status === 404);
  },
};

const responsesCases = {
  async 'tool, by id'({ runner, agentWithTool }) {
    const first = await runner.run(agentWithTool, ASK.toUseTool);
    const { lastResponseId: previousResponseId } = first;
    const { finalOutput } = await runner.run(agentWithTool, ASK.toGreet, { previousResponseId });
    assert.equal(finalOutput, GREETING);
  },
};

const VARIANTS = [
  { what: 'responses', useResponses: true, ownCases: { ...cases, ...responsesCases } },
  { what: 'chat', useResponses: false, ownCases: cases },
];

export const agentsClients = VARIANTS.map(({ what, useResponses, ownCases }) => ({
  name: `@openai/agents (${what})`,
  folder: 'current',
  async connect(load, { origin, token }) {
    const { Agent, OpenAIProvider, Runner, tool } = await load('@openai/agents');
    const { default: OpenAI } = await load('openai');
    const { z } = await load('zod');
    // The client is optional, but with the default one errors would be retried.
    const openAIClient = new OpenAI({ baseURL: `${origin}/v1`, apiKey: token, maxRetries: 0 });
    const modelProvider = new OpenAIProvider({ openAIClient, useResponses });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    const weather = tool({
      name: TOOL_NAME,
      description: 'Tells it.',
      parameters: TOOL_PARAMETERS,
      execute: () => WEATHER,
      strict: true,
    });
    const perModel = (model) => {
      const settings = {
        name: 'Helper',
        instructions: 'Help.',
        model,
        modelSettings: { reasoning: { effort: 'low' } },
      };
      const outputType = z.object({ city: z.string(), celsius: z.number() });
      return {
        agent: new Agent(settings),
        agentWithTool: new Agent({ ...settings, tools: [weather] }),
        forecaster: new Agent({ ...settings, outputType }),
      };
    };
    return { runner, perModel };
  },
  cases: ownCases,
}));
