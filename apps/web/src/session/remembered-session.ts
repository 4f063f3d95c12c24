/**
 * Whether somebody signed in with this browser. The cookie itself is out of a script's reach, and asking the gateway
 * on behalf of people who only use the playground would be a refused request on every visit.
 */
const KEY = 'modelgate-signed-in';

export const rememberedSession = {
  exists: (): boolean => localStorage.getItem(KEY) !== null,
  remember: (): void => localStorage.setItem(KEY, 'yes'),
  forget: (): void => localStorage.removeItem(KEY),
};
