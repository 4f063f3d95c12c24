/** `@Inject(LOGGER) logger: Logger` */
export const LOGGER = Symbol('logger');
