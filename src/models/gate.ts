// How many requests run at a time to one address, in the whole process: a hundred hooks do not storm a server.

interface Waiting {
  readonly limit: number;
  readonly admit: () => void;
}

interface Gate {
  active: number;
  readonly waiting: Waiting[];
}

const gates = new Map<string, Gate>();

/** Resolves when there is room, first come first served; `null` when the signal came first. Call the result to leave. */
export function enter(address: string, limit: number, signal: AbortSignal): Promise<(() => void) | null> {
  if (signal.aborted) return Promise.resolve(null);
  const gate = gates.get(address) ?? { active: 0, waiting: [] };
  gates.set(address, gate);
  if (gate.active < limit && gate.waiting.length === 0) {
    gate.active++;
    return Promise.resolve(leaving(address, gate));
  }
  return new Promise((resolve) => {
    const entry: Waiting = {
      limit,
      admit: () => {
        signal.removeEventListener('abort', giveUp);
        gate.active++;
        resolve(leaving(address, gate));
      },
    };
    const giveUp = () => {
      gate.waiting.splice(gate.waiting.indexOf(entry), 1);
      resolve(null);
      next(address, gate);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    gate.waiting.push(entry);
  });
}

function leaving(address: string, gate: Gate): () => void {
  let left = false;
  return () => {
    if (left) return;
    left = true;
    gate.active--;
    next(address, gate);
  };
}

function next(address: string, gate: Gate): void {
  for (
    let first = gate.waiting[0];
    first !== undefined && gate.active < first.limit;
    first = gate.waiting[0]
  ) {
    gate.waiting.shift();
    first.admit();
  }
  if (gate.active === 0 && gate.waiting.length === 0) gates.delete(address);
}
