import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.GamesApi.APIListEventsRequest;
import org.openapitools.client.api.MeApi;
import org.openapitools.client.api.MeApi.APIListMyTurnsRequest;
import org.openapitools.client.api.PlayersApi;
import org.openapitools.client.api.PlayersApi.APICreatePlayerRequest;
import org.openapitools.client.api.TurnsApi;
import org.openapitools.client.api.TurnsApi.APISubmitAnswerRequest;
import org.openapitools.client.model.*;

/** Plays one game against bots through openapi-generator's Java: URL RULESET NAME. */
public final class Play {
  private static final Random CHANCE = new Random();
  private static final Set<String> KNOWN =
      Stream.of(EventType.values()).map(EventType::getValue).collect(Collectors.toSet());

  public static void main(String[] args) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    PlayerRequest newcomer = new PlayerRequest().username(args[2]).password("rock-pool-and-anemone");
    var signedUp =
        new PlayersApi(client).createPlayer(APICreatePlayerRequest.newBuilder().playerRequest(newcomer).build());
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + signedUp.getToken()));
    play(client, args[1]);
  }

  private static void play(ApiClient client, String ruleset) throws ApiException {
    GamesApi games = new GamesApi(client);
    GameRequest wish = new GameRequest().ruleset(ruleset).seatCount(3).bots(List.of("random", "random"));
    Game game = games.createGame(GamesApi.APICreateGameRequest.newBuilder().gameRequest(wish).build());
    int moves = 0, heard = 0, unknown = 0;
    List<Integer> winners = null;
    while (winners == null) {
      moves += answerAll(client);
      EventPage page =
          games.listEvents(
              APIListEventsRequest.newBuilder().game(game.getId()).after(String.valueOf(heard)).waitSeconds(5).build());
      for (FeedEvent event : page.getResults()) {
        heard = event.getNumber();
        if (!KNOWN.contains(event.getType())) {
          unknown += 1;
        } else if (EventType.fromValue(event.getType()) == EventType.FINISHED) {
          // What belongs to an event comes as an open object: its type says as what it can be read.
          var end = client.getObjectMapper().convertValue(event.getData(), FinishedData.class);
          winners = end.getWinners();
        }
      }
    }
    var record =
        games.getRecord(GamesApi.APIGetRecordRequest.newBuilder().game(game.getId()).build());
    System.out.printf(
        "game %s: %d moves, %d events, %d unknown, won by %s, %d turns in the record%n",
        game.getId(), moves, heard, unknown, winners, record.getTurns().size());
  }

  /** How many questions were answered, each with any of its legal actions. */
  private static int answerAll(ApiClient client) throws ApiException {
    int answered = 0;
    for (Question question :
        new MeApi(client).listMyTurns(APIListMyTurnsRequest.newBuilder().build()).getResults()) {
      if (question.getSubmission() != null) {
        continue;
      }
      List<Action> legal = question.getLegalActions();
      SubmissionRequest sealing = new SubmissionRequest().action(legal.get(CHANCE.nextInt(legal.size())));
      try {
        new TurnsApi(client)
            .submitAnswer(
                APISubmitAnswerRequest.newBuilder()
                    .game(question.getGame())
                    .number(question.getTurn())
                    .submissionRequest(sealing)
                    .build());
        answered += 1;
      } catch (ApiException refused) {
        // The turn may have been over sooner: the next look tells what is asked now.
        if (refused.getCode() != 409) {
          throw refused;
        }
      }
    }
    return answered;
  }
}
