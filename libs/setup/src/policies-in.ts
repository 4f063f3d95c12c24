import { Policies } from '#policies';
import { type LiveSettings, policySettings } from '#settings';

/** The policies of the moment. They are made anew only when the settings have changed. */
export function policiesIn(settings: Pick<LiveSettings, 'current'>): () => Policies {
  let from = settings.current;
  let policies = new Policies(policySettings(from));
  return () => {
    if (settings.current === from) return policies;
    from = settings.current;
    policies = new Policies(policySettings(from));
    return policies;
  };
}
