/** `@Inject(CONFIG) config: Config` */
export const CONFIG = Symbol('config');
