// One case of one host, for who looks for a fault: everything is printed, and nothing is kept.
import { ALL_CASES } from './cases.js';
import { cellOf } from './cell.js';
import type { Driver } from './driver.js';
import { install } from './install.js';
import { play } from './play.js';

export async function show(driver: Driver, id: string): Promise<string> {
  const which = ALL_CASES.find((one) => one.id === id);
  if (which === undefined) return `${id} is not a case; cases: ${ALL_CASES.map((one) => one.id).join(', ')}`;
  const installed = await install(driver);
  const shown: string[] = [];
  for (const [take] of which.plays(driver.tools('')).entries()) {
    const { seen, exchanges, output } = await play(driver, installed, which, take);
    const { cell, why } = await cellOf(which, driver.name, [seen]);
    shown.push(
      ...exchanges.map((exchange) => JSON.stringify(exchange)),
      output,
      JSON.stringify(seen, null, 1),
      `${which.title}: ${cell}${why === null ? '' : ` (${why})`}`,
    );
  }
  return shown.join('\n');
}
