/** Memoizes `make`: it is called once for each key. */
export function onceEach<K, V extends NonNullable<unknown> | null>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
