import { type KnownModel } from './known-model.js';
import { type KnownFamily } from './model-families.js';

/** The facts of a model's maker or family, which apply wherever the model is served like at its maker. */
type MakerFacts = Pick<KnownModel, 'formats' | 'limits' | 'parameters' | 'reasoning' | 'sources'> &
  Partial<Pick<KnownModel, 'label' | 'family' | 'modalities'>>;

/** Completes a resold model: its parameters are those of its maker, and its own limits take precedence. */
export function addMaker(own: KnownModel, maker: MakerFacts | KnownFamily | undefined): KnownModel {
  if (maker === undefined) return own;
  const { formats, limits, parameters, reasoning, label, family, modalities }: MakerFacts = maker;
  const { dates: _dates, price: _price, ...sources } = maker.sources;
  return {
    ...(label !== undefined && { label }),
    ...(family !== undefined && { family }),
    ...(modalities && { modalities }),
    ...own,
    formats,
    ...((limits ?? own.limits) && { limits: { ...limits, ...own.limits } }),
    ...(parameters && { parameters }),
    ...(reasoning && { reasoning }),
    sources: {
      ...sources,
      ...own.sources,
      ...(limits && { limits: [...(own.sources.limits ?? []), ...(sources.limits ?? [])] }),
    },
  };
}
