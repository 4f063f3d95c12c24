import { type KnownModel } from './known-model.js';
import { type KnownFamily } from './model-families.js';

/** What a model's maker, or its family, says of it wherever it is served as there. */
type Maker = Pick<KnownModel, 'formats' | 'limits' | 'parameters' | 'reasoning' | 'sources'> &
  Partial<Pick<KnownModel, 'label' | 'family' | 'modalities'>>;

/** A model that somebody sells: what it takes is what its maker says, and how much of it what is known closer by. */
export function addMaker(own: KnownModel, maker: Maker | KnownFamily | undefined): KnownModel {
  if (maker === undefined) return own;
  const { formats, limits, parameters, reasoning, label, family, modalities }: Maker = maker;
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
