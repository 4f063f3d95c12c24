import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type Usage } from '#canonical';
import { costMicroUsd, toChargedContext } from '#metering';
import { WIRE_FORMATS, readOpenAiImages } from '#wire';
import { CHAT_USAGE, VENDOR_BILLS, type VendorBill, buildCompletion } from './vendor-answers.js';
import { EVENTS, REQUESTS } from './vendor-events.js';

function getCost(usage: Usage | undefined, { price, asked }: VendorBill): number | undefined {
  if (usage === undefined) return undefined;
  const { raw: _raw, serviceTier, inferenceGeo, costMicroUsd: _cost, ...counts } = usage;
  const answered = { serviceTier, inferenceGeo };
  return costMicroUsd(counts, price, toChargedContext({ serviceTier: asked }, answered, price));
}

describe("the cost of a request is that of the provider's own formula", () => {
  it.each(VENDOR_BILLS.map((bill) => [bill.name, bill] as const))('%s', (_name, bill) => {
    const format = WIRE_FORMATS[bill.format];
    const body = Buffer.from(JSON.stringify(bill.answer));
    const long = Buffer.from(JSON.stringify({ ...bill.answer, padding: 'x'.repeat(2_000) }));
    expect(getCost(format.readResponse(body).usage, bill)).toBe(bill.costMicroUsd);
    expect(getCost(format.readResponse(long).usage, bill)).toBe(bill.costMicroUsd);
    expect(getCost(format.egress.decodeResponse(bill.answer).usage, bill)).toBe(bill.costMicroUsd);
  });

  it.each(VENDOR_BILLS.map((bill) => [bill.name, bill] as const))('%s, as a stream', (_name, bill) => {
    const format = WIRE_FORMATS[bill.format];
    const events = EVENTS[bill.format](bill.answer);
    const { body, hints } = REQUESTS[bill.format];
    const tap = format.readRequest(Buffer.from(JSON.stringify(body)), hints).createStreamTap([]);
    for (const event of events) tap.push({ event, raw: Buffer.from(event.data) });
    expect(getCost(tap.usage, bill)).toBe(bill.costMicroUsd);
    const decoder = format.egress.createStreamDecoder();
    const parts = [...events.flatMap((event) => decoder.push(event)), ...decoder.end()];
    const last = parts.findLast((part) => part.type === 'usage');
    expect(getCost(last?.usage, bill)).toBe(bill.costMicroUsd);
  });

  it('OpenAI images: text and images, in and out', () => {
    const { usage } = readOpenAiImages({
      created: 1,
      data: [{ b64_json: 'AAAA' }],
      usage: {
        input_tokens: 1_050,
        input_tokens_details: { text_tokens: 50, image_tokens: 1_000 },
        output_tokens: 4_300,
        output_tokens_details: { text_tokens: 140, image_tokens: 4_160 },
        total_tokens: 5_350,
      },
    });
    const { raw: _raw, ...counts } = usage;
    // gpt-image-1.5 in LiteLLM's price file of 2026-08-08.
    const price = { inputPerMTok: 5, imageInputPerMTok: 8, outputPerMTok: 10, imageOutputPerMTok: 32 };
    expect(costMicroUsd(counts, price)).toBe(50 * 5 + 1_000 * 8 + 140 * 10 + 4_160 * 32);
  });
});

describe('the cost that an upstream reports', () => {
  it.each<[vendor: string, usage: JsonObject, microUsd: number | undefined]>([
    ['xAI, in ticks', { cost_in_usd_ticks: 37_756_000 }, 3_776],
    ['OpenRouter, in dollars', { cost: 0.000_95 }, 950],
    [
      'OpenRouter, with a key of the account',
      { cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } },
      21_000,
    ],
    ['Perplexity, as a total', { cost: { total_cost: 0.0061, request_cost: 0.006 } }, 6_100],
    ['none', {}, undefined],
    ['a negative amount', { cost: -1 }, undefined],
    ['an excessive amount', { cost: 1e300 }, undefined],
    ['a text', { cost: '0.5' }, undefined],
  ])('%s', (_vendor, usage, microUsd) => {
    const body = buildCompletion({ ...CHAT_USAGE, ...usage });
    const read = WIRE_FORMATS['openai-chat'].readResponse(Buffer.from(JSON.stringify(body))).usage;
    expect(read?.costMicroUsd).toBe(microUsd);
  });
});
