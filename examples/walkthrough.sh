#!/usr/bin/env bash
# A first game by curl: bash examples/walkthrough.sh http://localhost:8000
set -euo pipefail
SERVER=${1:-http://localhost:8000}
API=$SERVER/api/v1
JSON='Content-Type: application/json'

# The first value of a member, from the JSON on standard input.
value() { grep -o "\"$1\":\"*[^\",}]*" | head -n 1 | sed 's/.*:"*//'; }

echo '-- A guest plays at once. The token is shown this once.'
TOKEN=$(curl -sSf -X POST "$API/guests" | value token)
AUTH="Authorization: Bearer $TOKEN"

echo '-- Open a game against two bots. The key makes it safe to send the call again.'
GAME=$(curl -sSf "$API/games" -H "$AUTH" -H "$JSON" -H "Idempotency-Key: walkthrough-$$-$RANDOM" \
    -d '{"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["random", "careful"]}' | value id)
echo "game $GAME"

echo '-- What waits for an answer, and what is played if none comes?'
QUESTION=$(curl -sSf "$API/me/turns?open=true" -H "$AUTH")
TURN=$(value turn <<<"$QUESTION")
CARD=$(value card <<<"$QUESTION")

echo "-- Seal card $CARD in turn $TURN. The same call again gives the same receipt."
for _ in once twice; do
    curl -sSf -X PUT "$API/games/$GAME/turns/$TURN/submission" -H "$AUTH" -H "$JSON" \
        -d "{\"action\": {\"type\": \"play\", \"card\": $CARD}}" | value receipt
done

echo '-- Wait for turn 2 on a stream, which goes on after the event that Last-Event-ID names.'
# grep leaves when it has seen it, which curl calls an error.
curl -sN --max-time 60 "$API/games/$GAME/stream" -H "$AUTH" -H 'Last-Event-ID: 0' | grep -m 1 '"turn_opened".*"turn":2,' || true

echo '-- What has happened since the first event? With nothing new, the call would wait for 25 seconds.'
curl -sSf "$API/games/$GAME/events?after=0&wait=25" -H "$AUTH" | grep -o '"type":"[a-z_]*","at"' | cut -d '"' -f 4
