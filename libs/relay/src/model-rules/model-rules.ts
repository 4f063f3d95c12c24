import { type Channel, type RoutedTarget, type Target } from '#catalog';
import { ModelCatalogue, applyOwnFacts } from '#models';
import { type ModelRule, type UpstreamFormatId } from '#wire';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { toModelRule } from './to-model-rule.js';

/** Per channel. Limited, because clients can invent model names. */
const MAX_RULES = 250;

/** Cached for a model that has no rule: the cache cannot hold `undefined`. */
const NO_RULE = 'no rule';

/** A model of a channel, with its public name if there is one. */
type RuledTarget = Pick<Target, 'channel' | 'upstreamModel'> & Partial<Pick<RoutedTarget, 'model'>>;

/**
 * The rules of models, from the model catalog: which parameters they accept. Forwarded requests use them only for
 * repairs.
 */
@Injectable()
export class ModelRules {
  private byChannel = new WeakMap<Channel, LRUCache<string, ModelRule | typeof NO_RULE>>();
  private revision = -1;

  constructor(private readonly catalogue: ModelCatalogue) {}

  /** Undefined for a model without catalog entry. */
  find({ channel, upstreamModel, model }: RuledTarget, format: UpstreamFormatId): ModelRule | undefined {
    if (this.revision !== this.catalogue.revision) {
      this.byChannel = new WeakMap();
      this.revision = this.catalogue.revision;
    }
    let rules = this.byChannel.get(channel);
    if (rules === undefined) this.byChannel.set(channel, (rules = new LRUCache({ max: MAX_RULES })));
    const key = `${format} ${upstreamModel}\n${model}`;
    const cached = rules.get(key);
    if (cached !== undefined) return cached === NO_RULE ? undefined : cached;
    const provider = this.findProvider(channel);
    const rule = this.findRule(provider, { upstreamModel, model }, format);
    rules.set(key, rule ?? NO_RULE);
    return rule;
  }

  /** The rule of a model with this name at a provider, or at any provider if that is empty. */
  findNamed(provider: string, model: string, format: UpstreamFormatId): ModelRule | undefined {
    return this.findRule(provider, { upstreamModel: model, model }, format);
  }

  /** Facts from the configuration apply in all formats. */
  private findRule(
    provider: string,
    { upstreamModel, model = '' }: Pick<RuledTarget, 'model' | 'upstreamModel'>,
    format: UpstreamFormatId,
  ): ModelRule | undefined {
    const own = this.catalogue.getOwn(model);
    const facts = this.catalogue.findRules(provider, own?.knownAs ?? upstreamModel);
    if (own === undefined) return facts && toModelRule(facts, format);
    const cached = facts?.formats.includes(format) === true ? facts : { limits: facts?.limits };
    return toModelRule({ ...applyOwnFacts(cached, own), formats: [format] }, format);
  }

  /** The host of a base URL identifies a provider better than the format of the channel. */
  private findProvider({ provider, baseUrl }: Channel): string {
    return (baseUrl === undefined ? undefined : this.catalogue.findHost(baseUrl)) ?? provider;
  }
}
